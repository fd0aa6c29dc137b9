# label: fast
"""The session of docs/python.md does what the page says (doctest)."""
import doctest
import os
import sys

if os.environ.get("GUD_SANITIZED"):
    sys.exit(77)  # python itself is not built with the sanitizers
page = os.path.join(os.environ["GUD_SOURCE"], "docs/python.md")
failed, tried = doctest.testfile(page, module_relative=False)
if failed or tried < 10:
    sys.exit(f"{failed} of {tried} examples failed")
