"use strict";
(function () {
  // Node 0 is the beginning; node i of the data is i + 1 here. A parent has a smaller number than its children.
  var count = TREE.parent.length + 1;
  var parent = new Int32Array(count), depth = new Int32Array(count), kind = new Int32Array(count);
  var leaves = new Int32Array(count), start = new Int32Array(count), deep = new Int32Array(count);
  var first = new Int32Array(count + 1), child = new Int32Array(count);
  var bad = new Uint8Array(count), pruned = new Int32Array(count);
  var LEFT_OUT = new Set(["summary", "blocked", "asleep", "not-needed"]);
  var names = TREE.texts.map(function (t) { return t.split(" ")[0]; });
  var canvas = document.getElementById("tree"), box = canvas.parentElement, tip = box.querySelector(".tip");
  var way = document.getElementById("way"), pen = canvas.getContext("2d");
  var hidden = new Set(), view = { x: 24, y: 0, sx: 20, sy: 20 }, selected = -1, total = 1, deepest = 1;
  var width = 0, height = 0, colours = {}, ink = "", soft = "", line = "", panel = "", waiting = false;
  var STRIP = 14;

  parent[0] = -1;
  for (var i = 1; i < count; i++) {
    parent[i] = TREE.parent[i - 1];
    kind[i] = TREE.kind[i - 1];
    depth[i] = depth[parent[i]] + 1;
    if (depth[i] > deepest) deepest = depth[i];
    first[parent[i] + 1]++;
  }
  for (i = 0; i < count; i++) first[i + 1] += first[i];
  var fill = first.slice();
  for (i = 1; i < count; i++) child[fill[parent[i]]++] = i;
  var bugs = [];
  for (i = 1; i < count; i++) if (names[kind[i]] === "bug" || TREE.found[i]) bugs.push(i);

  function name(i) { return i === 0 ? "start" : names[kind[i]]; }
  function isInner(i) { return first[i + 1] > first[i]; }

  // How many ends are below each node that are shown, and where they begin from top to bottom.
  function layout() {
    leaves.fill(0);
    bad.fill(0);
    pruned.fill(0);
    var i, p, cursor = new Int32Array(count);
    for (i = count - 1; i > 0; i--) {
      if (!isInner(i) && !hidden.has(name(i))) leaves[i] = 1;
      if (!deep[i]) deep[i] = depth[i];
      if (leaves[i] && (names[kind[i]] === "bug" || TREE.found[i])) bad[i] = 1;
      p = parent[i];
      if (leaves[i] && LEFT_OUT.has(names[kind[i]])) pruned[i] = 1;
      pruned[p] += pruned[i];
      leaves[p] += leaves[i];
      if (deep[i] > deep[p]) deep[p] = deep[i];
      if (bad[i]) bad[p] = 1;
    }
    for (i = 1; i < count; i++) {
      p = parent[i];
      start[i] = start[p] + cursor[p];
      cursor[p] += leaves[i];
    }
    total = Math.max(1, leaves[0]);
  }

  function all() {
    view.sy = Math.min(26, (height - 24) / total);
    view.sx = Math.max(7, Math.min(150, (width - STRIP - (view.sy >= 10 ? 190 : 60)) / Math.max(1, deepest)));
    view.x = 20;
    view.y = Math.max(12, (height - total * view.sy) / 2);
  }

  function bounded() {
    var tall = total * view.sy;
    view.y = tall < height - 24 ? Math.max(12, Math.min(height - tall - 12, view.y)) : Math.min(height / 2, Math.max(height / 2 - tall, view.y));
    view.x = Math.min(width / 2, Math.max(width / 2 - deepest * view.sx, view.x));
  }

  function xOf(i) { return view.x + depth[i] * view.sx; }
  function yOf(i) { return view.y + (start[i] + leaves[i] / 2) * view.sy; }
  function colour(i) { return colours[name(i)] || soft; }

  function draw() {
    waiting = false;
    var ratio = devicePixelRatio || 1;
    pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    pen.fillStyle = panel;
    pen.fillRect(0, 0, width, height);
    pen.font = "12px ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace";
    pen.textBaseline = "middle";
    var stack = [0], dots = [], labels = [], last = -1, lastParent = -1;
    pen.lineWidth = 1.2;
    while (stack.length) {
      var i = stack.pop();
      var top = view.y + start[i] * view.sy, tall = leaves[i] * view.sy;
      if (!leaves[i] || top + tall < 0 || top > height) continue;
      var x = xOf(i), y = top + tall / 2;
      if (tall < 2.5 && i > 0) {
        // Too small to tell apart: a stroke as long as what is below is deep.
        if (parent[i] === lastParent && Math.floor(top) === last && !bad[i]) continue;
        last = Math.floor(top);
        lastParent = parent[i];
        // What was left out comes first, as much of it as there is; then what was run.
        var left = x - view.sx * 0.6, long = (deep[i] - depth[i] + 0.6) * view.sx, high = Math.max(1, tall - 0.4);
        var out = (pruned[i] / leaves[i]) * long;
        pen.globalAlpha = bad[i] ? 0.9 : 0.4;
        pen.fillStyle = isInner(i) ? colours.asleep : colour(i);
        pen.fillRect(left, top, out, high);
        pen.globalAlpha = bad[i] ? 1 : 0.75;
        pen.fillStyle = bad[i] ? colours.bug : isInner(i) ? colours.complete : colour(i);
        pen.fillRect(left + out, top, long - out, high);
        pen.globalAlpha = 1;
        continue;
      }
      if (i > 0) {
        var px = xOf(parent[i]), py = yOf(parent[i]);
        pen.strokeStyle = bad[i] ? colours.bug : soft;
        pen.globalAlpha = bad[i] ? 0.75 : 0.35;
        pen.beginPath();
        pen.moveTo(px, py);
        if (Math.abs(py - y) < 0.5) pen.lineTo(x, y);
        else pen.bezierCurveTo(px + view.sx * 0.55, py, x - view.sx * 0.55, y, x, y);
        pen.stroke();
        pen.globalAlpha = 1;
      }
      if (x > -200 && x < width + 200) dots.push(i);
      for (var k = first[i + 1] - 1; k >= first[i]; k--) stack.push(child[k]);
    }
    var size = Math.max(1.6, Math.min(5, view.sy * 0.32, view.sx * 0.4));
    dots.forEach(function (i) {
      var x = xOf(i), y = yOf(i);
      pen.fillStyle = colour(i);
      pen.beginPath();
      if (isInner(i) || size < 3) pen.arc(x, y, size * (isInner(i) ? 0.8 : 1), 0, 7);
      else pen.roundRect(x - size, y - size, size * 2, size * 2, 2);
      pen.fill();
      if (TREE.found[i]) {
        pen.strokeStyle = colours.bug;
        pen.lineWidth = 2;
        pen.beginPath();
        pen.arc(x, y, size + 2.5, 0, 7);
        pen.stroke();
      }
      if (!isInner(i) && view.sy >= 11) labels.push([i, x + size + 6, y]);
      else if (isInner(i) && view.sx >= 95 && leaves[i] * view.sy >= 16) labels.push([i, x + 3, y - 9]);
    });
    labels.forEach(function (l) {
      var text = label(l[0]), room = isInner(l[0]) ? view.sx - 8 : width - STRIP - l[1] - 4;
      if (room < 30) return;
      while (text.length > 3 && text.length * 7.3 > room) text = text.slice(0, Math.floor(room / 7.3) - 1) + "…";
      pen.fillStyle = isInner(l[0]) ? soft : colour(l[0]);
      pen.fillText(text, l[1], l[2]);
    });
    if (selected >= 0 && leaves[selected]) path();
    strip();
  }

  function label(i) {
    if (i === 0) return "start";
    var step = TREE.texts[TREE.step[i - 1]].split(" at ")[0];
    var what = isInner(i) ? "" : TREE.texts[kind[i]];
    var more = TREE.beyond[i] ? " +" + TREE.beyond[i].toLocaleString("en") + " runs" : "";
    return [step, what].filter(Boolean).join(" · ") + more;
  }

  // The way to the selected node.
  function path() {
    pen.strokeStyle = ink;
    pen.lineWidth = 2;
    for (var i = selected; i > 0; i = parent[i]) {
      var px = xOf(parent[i]), py = yOf(parent[i]), x = xOf(i), y = yOf(i);
      pen.beginPath();
      pen.moveTo(px, py);
      pen.bezierCurveTo(px + view.sx * 0.55, py, x - view.sx * 0.55, y, x, y);
      pen.stroke();
    }
    pen.beginPath();
    pen.arc(xOf(selected), yOf(selected), 7, 0, 7);
    pen.stroke();
  }

  // All of it on the right, with what is in view.
  function strip() {
    var x = width - STRIP, seen = -1;
    pen.fillStyle = line;
    pen.globalAlpha = 0.5;
    pen.fillRect(x, 0, STRIP, height);
    pen.globalAlpha = 1;
    pen.fillStyle = colours.bug;
    bugs.forEach(function (i) {
      var y = Math.floor((start[i] / total) * height);
      if (leaves[i] && y !== seen) pen.fillRect(x + 3, seen = y, STRIP - 6, 1.5);
    });
    var from = Math.max(0, -view.y / (total * view.sy)), to = Math.min(1, (height - view.y) / (total * view.sy));
    pen.strokeStyle = soft;
    pen.lineWidth = 1.5;
    pen.strokeRect(x + 1, from * height + 1, STRIP - 2, Math.max(6, (to - from) * height - 2));
  }

  function paint() {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(draw);
  }

  // The node that is drawn nearest to a point.
  function nodeAt(x, y) {
    var leaf = (y - view.y) / view.sy, best = -1, distance = 14, i = 0;
    if (leaf < 0 || leaf >= total) return -1;
    for (;;) {
      var far = Math.abs(xOf(i) - x);
      if (far < distance || (best < 0 && far < view.sx)) { best = i; distance = Math.min(distance, far); }
      var next = -1;
      for (var k = first[i]; k < first[i + 1]; k++) {
        var c = child[k];
        if (leaves[c] && leaf >= start[c] && leaf < start[c] + leaves[c]) { next = c; break; }
      }
      if (next < 0) return xOf(i) < x && x < xOf(i) + 200 ? i : best;
      i = next;
    }
  }

  function element(tag, text) {
    var e = document.createElement(tag);
    e.textContent = text;
    return e;
  }

  // `file:line` as a link to the source, if that has a page.
  function linked(place) {
    var cut = place.lastIndexOf(":"), page = PAGES[place.slice(0, cut)];
    if (!page) return document.createTextNode(place);
    var a = element("a", place);
    a.href = page + "#L" + place.slice(cut + 1);
    return a;
  }

  function describe(i) {
    var d = document.createDocumentFragment();
    d.append(element("b", i === 0 ? "Where everything begins" : TREE.texts[kind[i]]));
    if (i > 0) {
      var step = TREE.texts[TREE.step[i - 1]];
      if (step) d.append(element("span", step));
      var place = TREE.texts[TREE.place[i - 1]];
      if (place) d.append(element("code", place));
    }
    if (leaves[i] > 1) d.append(element("code", leaves[i].toLocaleString("en") + " ends below"));
    return d;
  }

  function select(i) {
    selected = i;
    way.replaceChildren();
    if (i < 0) {
      way.append(element("p", "No node is selected."));
      return paint();
    }
    var list = document.createElement("ol"), steps = [];
    for (var n = i; n > 0; n = parent[n]) steps.push(n);
    steps.reverse().forEach(function (n) {
      var item = document.createElement("li"), step = TREE.texts[TREE.step[n - 1]], cut = step.lastIndexOf(" at ");
      if (cut > 0) item.append(step.slice(0, cut + 4), linked(step.slice(cut + 4)));
      else if (step) {
        var place = parent[n] > 0 ? TREE.texts[TREE.place[parent[n] - 1]] : "";
        item.append(step + (place ? " at " : ""));
        if (place) item.append(linked(place));
      }
      if (item.firstChild) list.append(item);
    });
    var end = element("p", i === 0 ? "Where everything begins." : "Ends as " + TREE.texts[kind[i]] + " ");
    var place = i > 0 ? TREE.texts[TREE.place[i - 1]] : "";
    if (isInner(i)) end.firstChild.textContent = "Then " + TREE.texts[kind[i]] + " ";
    if (place) end.append("at ", linked(place));
    way.append(end, list);
    paint();
  }

  function zoom(by, x, y) {
    var sy = Math.max(Math.min(26, (height - 24) / total) * 0.8, Math.min(34, view.sy * by));
    var sx = Math.max(7, Math.min(190, view.sx * Math.sqrt(by)));
    view.y = y - ((y - view.y) / view.sy) * sy;
    view.x = x - ((x - view.x) / view.sx) * sx;
    view.sy = sy;
    view.sx = sx;
    bounded();
    paint();
  }

  function centre(i) {
    view.sy = Math.max(view.sy, 14);
    view.y = height / 2 - (start[i] + 0.5) * view.sy;
    view.x = Math.min(20, width * 0.6 - depth[i] * view.sx);
  }

  function theme() {
    var css = getComputedStyle(document.documentElement);
    var get = function (n) { return css.getPropertyValue(n).trim(); };
    ink = get("--ink"); soft = get("--soft"); line = get("--line"); panel = get("--panel");
    colours = { start: ink, threads: get("--t0"), branch: get("--t4"), choice: get("--t6"), complete: get("--good"), bug: get("--bad"),
      assume: get("--t5"), bound: get("--warn"), summary: get("--t3"), blocked: get("--t2"), asleep: get("--t7"), "not-needed": get("--c") };
    paint();
  }

  function resize() {
    var ratio = devicePixelRatio || 1, before = height;
    width = box.clientWidth;
    height = box.clientHeight;
    canvas.width = width * ratio;
    canvas.height = height * ratio;
    if (!before) all(); else bounded();
    paint();
  }

  canvas.addEventListener("wheel", function (e) {
    e.preventDefault();
    if (e.shiftKey) { view.x -= e.deltaY || e.deltaX; bounded(); return paint(); }
    zoom(Math.exp(-e.deltaY * (e.ctrlKey ? 0.01 : 0.0016)), e.offsetX, e.offsetY);
  }, { passive: false });

  var pointers = new Map(), moved = 0, gap = 0, onStrip = false;
  function toStrip(y) {
    view.y = height / 2 - (y / height) * total * view.sy;
    bounded();
    paint();
  }
  canvas.addEventListener("pointerdown", function (e) {
    canvas.setPointerCapture(e.pointerId);
    pointers.set(e.pointerId, { x: e.offsetX, y: e.offsetY });
    moved = 0;
    onStrip = e.offsetX > width - STRIP;
    if (onStrip) toStrip(e.offsetY);
    canvas.classList.add("drag");
    tip.hidden = true;
  });
  canvas.addEventListener("pointermove", function (e) {
    var was = pointers.get(e.pointerId);
    if (!was) return hover(e);
    if (onStrip) return toStrip(e.offsetY);
    moved += Math.abs(e.offsetX - was.x) + Math.abs(e.offsetY - was.y);
    if (pointers.size === 1) {
      view.x += e.offsetX - was.x;
      view.y += e.offsetY - was.y;
      bounded();
    }
    pointers.set(e.pointerId, { x: e.offsetX, y: e.offsetY });
    if (pointers.size === 2) {
      var p = Array.from(pointers.values()), now = Math.hypot(p[0].x - p[1].x, p[0].y - p[1].y);
      if (gap) zoom(now / gap, (p[0].x + p[1].x) / 2, (p[0].y + p[1].y) / 2);
      gap = now;
    }
    paint();
  });
  function up(e) {
    pointers.delete(e.pointerId);
    gap = 0;
    canvas.classList.remove("drag");
    if (e.type === "pointerup" && moved < 6 && !onStrip) select(nodeAt(e.offsetX, e.offsetY));
  }
  canvas.addEventListener("pointerup", up);
  canvas.addEventListener("pointercancel", up);
  canvas.addEventListener("pointerleave", function () { tip.hidden = true; });
  function hover(e) {
    var i = e.offsetX > width - STRIP ? -1 : nodeAt(e.offsetX, e.offsetY);
    tip.hidden = i < 0;
    if (i < 0) return;
    tip.replaceChildren(describe(i));
    tip.style.left = Math.max(6, Math.min(e.clientX + 14, innerWidth - tip.offsetWidth - 6)) + "px";
    tip.style.top = (e.clientY + 18 + tip.offsetHeight > innerHeight ? e.clientY - tip.offsetHeight - 10 : e.clientY + 18) + "px";
  }
  canvas.addEventListener("keydown", function (e) {
    var step = { ArrowUp: [0, 60], ArrowDown: [0, -60], ArrowLeft: [60, 0], ArrowRight: [-60, 0], PageUp: [0, height * 0.9], PageDown: [0, -height * 0.9] }[e.key];
    if (e.key === "+" || e.key === "-") zoom(e.key === "+" ? 1.4 : 1 / 1.4, width / 2, height / 2);
    else if (step) { view.x += step[0]; view.y += step[1]; bounded(); paint(); }
    else return;
    e.preventDefault();
  });
  document.querySelectorAll("[data-zoom]").forEach(function (b) {
    b.addEventListener("click", function () {
      var how = b.dataset.zoom;
      if (how === "all") { all(); return paint(); }
      if (how !== "bug") return zoom(how === "in" ? 1.6 : 1 / 1.6, width / 2, height / 2);
      var shown = bugs.filter(function (i) { return leaves[i]; });
      if (!shown.length) return;
      var next = shown.find(function (i) { return i > selected; }) || shown[0];
      centre(next);
      bounded();
      select(next);
    });
    if (b.dataset.zoom === "bug") b.hidden = !bugs.length;
  });
  document.querySelectorAll(".kinds input").forEach(function (c) {
    c.addEventListener("change", function () {
      if (c.checked) hidden.delete(c.value); else hidden.add(c.value);
      layout();
      if (selected >= 0 && !leaves[selected]) select(-1);
      bounded();
      paint();
    });
  });
  matchMedia("(prefers-color-scheme:dark)").addEventListener("change", theme);
  addEventListener("resize", resize);
  layout();
  theme();
  resize();
  // When the first picture is on the screen, for whoever measures.
  requestAnimationFrame(function () {
    requestAnimationFrame(function () { document.documentElement.dataset.painted = Math.round(performance.now()); });
  });
})();
