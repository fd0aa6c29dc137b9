#!/usr/bin/python3
# label: fast
"""`gudgeon schema` prints a JSON schema that accepts every study and every template, and rejects every bad model whose fault
a schema can see: unknown keys, types and words, keys that are missing, values of the wrong form."""
import glob
import json
import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
from runs import SOURCE, call, check, finish

try:
    import jsonschema
    import yaml
except ImportError:
    print("python3-jsonschema or python3-yaml is not installed")
    sys.exit(77)


class Loader(yaml.SafeLoader):
    """YAML 1.2 as editors read it: yes, no, on and off are words."""


Loader.yaml_implicit_resolvers = {k: [(t, r) for t, r in v if t != "tag:yaml.org,2002:bool"]
                                  for k, v in yaml.SafeLoader.yaml_implicit_resolvers.items()}
Loader.add_implicit_resolver("tag:yaml.org,2002:bool", re.compile("^(?:true|false)$"), list("tf"))


def load(path):
    with open(path, encoding="utf-8") as file:
        return yaml.load(file, Loader)


done = call(["schema"])
check(done.returncode == 0, "gudgeon schema ends with 0")
schema = json.loads(done.stdout)
jsonschema.Draft7Validator.check_schema(schema)
validator = jsonschema.Draft7Validator(schema)

models = sorted(glob.glob(os.path.join(SOURCE, "studies", "**", "*.yaml"), recursive=True)
                + glob.glob(os.path.join(SOURCE, "src", "scripts", "templates", "*.yaml"))
                + glob.glob(os.path.join(SOURCE, "tests", "cases", "models", "*.yaml")))
check(len(models) > 40, f"{len(models)} models are found")
for path in models:
    error = jsonschema.exceptions.best_match(validator.iter_errors(load(path)))
    check(error is None, f"{os.path.relpath(path, SOURCE)} is accepted"
          + (f": {'/'.join(map(str, error.absolute_path))}: {error.message[:200]}" if error else ""))

# What a schema can see. Groups of a kind: (message of the program, at least so many models). Faults that need the value of a parameter, a second
# file or two keys at once are not among them.
SEEN = [(r"unknown key", 20), (r"unknown type", 5), (r"'\w+' is missing", 8)]
bad = os.path.join("input", "models")
# the whole file is judged by another one, or by what is not in its text
EXCEPT = set()
for pattern, least in SEEN:
    found = 0
    for expect in sorted(glob.glob(os.path.join(SOURCE, "tests", bad, "*.expect"))):
        stem = os.path.basename(expect)[:-7]
        with open(expect, encoding="utf-8") as file:
            text = file.read()
        if not re.search(rf"{stem}\.yaml:\d+:\d+: error: .*{pattern}", text) or "parameter '" in text or stem in EXCEPT:
            continue
        try:
            model = load(expect[:-7] + ".yaml")
        except yaml.YAMLError:
            continue
        found += 1
        check(not validator.is_valid(model), f"{stem}: the schema rejects it: {pattern}")
    check(found >= least, f"{found} bad models with '{pattern}'")

# the schema says what a key means, and its unit
text = json.dumps(schema)
check("radial clearance" in text and "[m]" in text and "[kg/m^3]" in text, "descriptions with units")
finish()
