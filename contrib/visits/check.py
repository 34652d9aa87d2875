#!/usr/bin/env python3
"""Checks exported visits without the garden (RULES V3):

    gardenctl visit export --json | contrib/visits/check.py [HEAD]

Each line must have its SHA-256 and say what the visit says. If no visit is missing, because none is in the trash, each line must
also follow the one before, and the last one must have the head that `gardenctl visit verify` printed earlier.
"""
import hashlib, json, sys

visits, previous = json.load(sys.stdin), "0" * 64
for number, exported in enumerate(visits, 1):
    visit, line = exported["visit"], json.loads(exported["line"])
    if hashlib.sha256(exported["line"].encode()).hexdigest() != exported["hash"]:
        sys.exit(f"visit {visit['id']}: its line does not have its SHA-256")
    if any(line[short] != visit[name] for short, name in [("id", "id"), ("lat", "latitude"), ("lon", "longitude")]):
        sys.exit(f"visit {visit['id']}: its line says something else")
    if visit["id"] == number and line["prev"] != previous:
        sys.exit(f"visit {visit['id']}: its line does not follow the one before")
    previous = exported["hash"]
if len(sys.argv) > 1 and sys.argv[1] != previous:
    sys.exit(f"the last line is {previous}")
print(f"{len(visits)} visits are as exported, head {previous}")
