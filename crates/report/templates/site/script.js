"use strict";
(function () {
  // Bugs: a step that is current, its line in the source, and the values so far.
  var steps = Array.from(document.querySelectorAll(".step"));
  var tip = document.querySelector("main > .tip");
  var output = document.querySelector(".player output");
  var table = document.querySelector(".values");
  var now = -1;

  function element(name, text) {
    var e = document.createElement(name);
    e.textContent = text;
    return e;
  }

  function lineOf(step) {
    var codes = Array.from(document.querySelectorAll(".side .code"));
    var code = codes.find(function (c) { return c.dataset.file === step.dataset.file; });
    return code && code.querySelector('.line[data-line="' + step.dataset.line + '"]');
  }

  function what(step) {
    var d = step.dataset;
    return d.verb + (d.name ? " " + d.name : "") + (d.value ? (d.name ? " = " : " ") + d.value : "");
  }

  function values(upto) {
    var seen = new Map();
    steps.slice(0, upto + 1).forEach(function (s, i) {
      var d = s.dataset;
      if (d.name && d.value) seen.set(d.name, { value: d.value, by: d.thread, at: i });
      else if (d.name && /^(lock|trylock)$/.test(d.verb)) seen.set(d.name, { value: "held by " + d.thread, by: d.thread, at: i });
      else if (d.name && d.verb === "unlock") seen.set(d.name, { value: "free", by: d.thread, at: i });
    });
    var body = table.querySelector("tbody");
    body.replaceChildren();
    seen.forEach(function (v, name) {
      var row = document.createElement("tr");
      row.append(element("td", name), element("td", v.value), element("td", v.by));
      if (v.at === upto) row.className = "fresh";
      body.append(row);
    });
    table.hidden = seen.size === 0;
  }

  function go(to, scroll) {
    if (to < 0 || to >= steps.length) return;
    now = to;
    document.querySelectorAll(".now").forEach(function (e) { e.classList.remove("now"); });
    var step = steps[to];
    step.classList.add("now");
    output.textContent = "step " + step.dataset.number + " of " + steps.length + ", " + step.dataset.thread + ": " + what(step);
    values(to);
    var line = lineOf(step);
    if (line) {
      line.classList.add("now");
      var box = line.parentElement;
      box.scrollTop = line.offsetTop - box.offsetTop - box.clientHeight / 2;
    }
    if (scroll) step.scrollIntoView({ block: "nearest" });
  }

  function place(x, y) {
    var w = tip.offsetWidth, h = tip.offsetHeight;
    tip.style.left = Math.max(6, Math.min(x + 14, innerWidth - w - 6)) + "px";
    tip.style.top = (y + 18 + h > innerHeight ? y - h - 10 : y + 18) + "px";
  }

  steps.forEach(function (step, i) {
    step.addEventListener("click", function (e) {
      if (e.ctrlKey || e.metaKey || e.shiftKey || !lineOf(step)) return;
      e.preventDefault();
      go(i, false);
      // Where the source is below the story, bring it into view.
      if (matchMedia("(max-width:60rem)").matches) lineOf(step).scrollIntoView({ block: "center" });
    });
    step.addEventListener("pointermove", function (e) {
      if (e.pointerType === "touch") return;
      var d = step.dataset;
      tip.replaceChildren(element("b", d.thread + ": " + what(step)), element("span", d.file + ":" + d.line + (d.function ? " in " + d.function : "")));
      if (d.source) tip.append(element("code", d.source));
      if (d.creates) tip.append(element("span", "before it " + d.creates + " is created"));
      tip.hidden = false;
      place(e.clientX, e.clientY);
    });
    step.addEventListener("pointerleave", function () { tip.hidden = true; });
  });
  document.querySelectorAll(".badges a").forEach(function (a) {
    a.addEventListener("click", function (e) {
      e.preventDefault();
      go(Number(a.textContent) - 1, true);
    });
  });
  document.querySelectorAll("[data-go]").forEach(function (b) {
    b.addEventListener("click", function () { go(now + Number(b.dataset.go), true); });
  });
  if (steps.length) {
    addEventListener("keydown", function (e) {
      var way = { ArrowDown: 1, ArrowRight: 1, j: 1, ArrowUp: -1, ArrowLeft: -1, k: -1 }[e.key];
      if (!way || e.ctrlKey || e.metaKey || e.altKey) return;
      e.preventDefault();
      go(now + way, true);
    });
    go(steps.length - 1, false);
  }

  document.querySelectorAll("[data-copy]").forEach(function (b) {
    b.addEventListener("click", function () {
      var done = function () { b.textContent = "copied"; };
      if (navigator.clipboard) navigator.clipboard.writeText(b.dataset.copy).then(done, function () {});
    });
  });

  // Charts: what was at the pointer.
  document.querySelectorAll(".chart").forEach(function (chart) {
    var points = JSON.parse(chart.dataset.points);
    var plot = chart.querySelector(".plot"), cross = chart.querySelector(".cross"), reading = chart.querySelector(".reading");
    plot.addEventListener("pointermove", function (e) {
      var box = plot.getBoundingClientRect(), x = (e.clientX - box.left) / box.width;
      var best = points[0];
      points.forEach(function (p) { if (Math.abs(p[0] - x) < Math.abs(best[0] - x)) best = p; });
      cross.hidden = false;
      cross.style.left = best[0] * 100 + "%";
      reading.textContent = best[1].toFixed(1) + " s: " + best[2];
    });
    plot.addEventListener("pointerleave", function () { cross.hidden = true; reading.textContent = ""; });
  });
})();
