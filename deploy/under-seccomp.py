"""Runs a command under a seccomp profile as a container would: no privileges, none to be had, another user.

    python3 deploy/under-seccomp.py deploy/seccomp.json 10001 COMMAND...

Knows of a profile what deploy/seccomp.json uses of it. Needs libseccomp 2.5 or later, and root.
"""

import ctypes
import json
import os
import sys

ACTIONS = {"SCMP_ACT_ALLOW": 0x7FFF0000, "SCMP_ACT_ERRNO": 0x00050000}
OPERATORS = {"SCMP_CMP_NE": 1, "SCMP_CMP_EQ": 4}
PR_SET_NO_NEW_PRIVS = 38
PR_CAPBSET_DROP = 24
UNKNOWN_CALL = -1


class Argument(ctypes.Structure):
    _fields_ = (
        ("index", ctypes.c_uint),
        ("op", ctypes.c_int),
        ("value", ctypes.c_uint64),
        ("other", ctypes.c_uint64),
    )


def action(name: str, errno: int) -> int:
    return ACTIONS[name] | (errno if name == "SCMP_ACT_ERRNO" else 0)


def load(profile: dict) -> None:
    seccomp = ctypes.CDLL("libseccomp.so.2")
    seccomp.seccomp_init.restype = ctypes.c_void_p
    context = ctypes.c_void_p(seccomp.seccomp_init(action(profile["defaultAction"], profile["defaultErrnoRet"])))
    for rule in profile["syscalls"]:
        arguments = [
            Argument(each["index"], OPERATORS[each["op"]], each["value"], 0) for each in rule.get("args", [])
        ]
        listed = (Argument * len(arguments))(*arguments)
        for name in rule["names"]:
            call = seccomp.seccomp_syscall_resolve_name(name.encode())
            if call == UNKNOWN_CALL:
                continue  # Of another architecture, or newer than this library: engines leave it out as well.
            wanted = ctypes.c_uint32(action(rule["action"], rule.get("errnoRet", 1)))
            code = seccomp.seccomp_rule_add_array(context, wanted, call, len(arguments), listed)
            if code != 0:
                raise SystemExit(f"{name}: {os.strerror(-code)}")
    code = seccomp.seccomp_load(context)
    if code != 0:
        raise SystemExit(f"The profile can't be loaded: {os.strerror(-code)}")


def main(path: str, user: str, *command: str) -> None:
    with open(path, encoding="utf-8") as file:
        profile = json.load(file)
    libc = ctypes.CDLL(None)
    with open("/proc/sys/kernel/cap_last_cap", encoding="ascii") as last:
        for capability in range(int(last.read()) + 1):
            libc.prctl(PR_CAPBSET_DROP, capability, 0, 0, 0)
    os.setgroups([])
    os.setgid(int(user))
    os.setuid(int(user))
    libc.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
    load(profile)
    os.execvp(command[0], command)


if __name__ == "__main__":
    main(*sys.argv[1:])
