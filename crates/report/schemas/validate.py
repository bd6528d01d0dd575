#!/usr/bin/env python3
"""Holds a file to its schema: validate.py sarif|junit|witness FILE. Prints every violation; exits with 1 if there is one."""
import json
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).parent


def against(schema, value):
    import jsonschema

    schema = json.loads((HERE / schema).read_text())
    validator = jsonschema.validators.validator_for(schema)
    return [f"{'/'.join(map(str, e.absolute_path))}: {e.message}" for e in validator(schema).iter_errors(value)]


def violations(kind, path):
    if kind == "sarif":
        return against("sarif-2.1.0.json", json.loads(pathlib.Path(path).read_text()))
    if kind == "witness":
        import yaml

        return against("witness-2.2.json", yaml.safe_load(pathlib.Path(path).read_text()))
    if kind == "junit":
        told = subprocess.run(["xmllint", "--noout", "--schema", str(HERE / "junit.xsd"), path], capture_output=True, text=True)
        return [] if told.returncode == 0 else told.stderr.splitlines()
    return [f"no schema for {kind}"]


found = violations(sys.argv[1], sys.argv[2])
print("\n".join(found))
sys.exit(bool(found))
