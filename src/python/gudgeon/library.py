"""libgudgeon: found, loaded, started; every function of gudgeon.h that the module calls, with its types."""
import atexit
import ctypes
import os

from ctypes import POINTER, byref, c_char_p, c_double, c_int, c_long, c_void_p

HANDLER = ctypes.CFUNCTYPE(None, c_void_p, c_int, c_char_p)


class GudgeonError(Exception):
    """Bad input, or a function of the library that failed; the text says what and where."""


def candidates():
    """Where the library may be: GUDGEON_LIBRARY, the place of the installation, the system's folders."""
    if "GUDGEON_LIBRARY" in os.environ:
        return [os.environ["GUDGEON_LIBRARY"]]
    found = []
    try:
        from .where import LIBRARY  # written by the installation, relative to this folder
        found.append(os.path.normpath(os.path.join(os.path.dirname(__file__), LIBRARY)))
    except ImportError:
        pass
    return found + ["libgudgeon.so.0"]


def load():
    failures = []
    for path in candidates():
        try:
            return ctypes.CDLL(path, mode=ctypes.RTLD_GLOBAL)  # Open MPI loads parts that look for its symbols
        except OSError as error:
            failures.append(str(error))
    raise ImportError("libgudgeon cannot be loaded (GUDGEON_LIBRARY names its file): " + "; ".join(failures))


lib = load()
TEXT, NUMBER, REAL, OBJECT = POINTER(c_char_p), POINTER(c_int), POINTER(c_double), POINTER(c_void_p)
FUNCTIONS = {
    "GudContextCreateFortran": [c_int, OBJECT],
    "GudContextSetMessageHandler": [c_void_p, c_void_p, c_void_p],
    "GudContextGetErrorText": [c_void_p, TEXT],
    "GudContextDestroy": [OBJECT],
    "GudSpecCreate": [c_void_p, OBJECT],
    "GudSpecCreateFromFile": [c_void_p, c_char_p, OBJECT],
    "GudSpecCreateFromText": [c_void_p, c_char_p, c_char_p, OBJECT],
    "GudSpecAdd": [c_void_p, c_char_p, c_char_p, c_char_p],
    "GudSpecSet": [c_void_p, c_char_p, c_char_p],
    "GudSpecSetParameter": [c_void_p, c_char_p, c_char_p],
    "GudSpecDestroy": [OBJECT],
    "GudSimulationCreateFrom": [c_void_p, c_char_p, OBJECT],
    "GudSimulationResumeFrom": [c_void_p, c_char_p, OBJECT],
    "GudSimulationDestroy": [OBJECT],
    "GudSimulationStep": [c_void_p, NUMBER],
    "GudSimulationRun": [c_void_p, c_int, NUMBER],
    "GudSimulationAdvance": [c_void_p, c_double, c_int, NUMBER],
    "GudSimulationGetEvent": [c_void_p, REAL, TEXT, NUMBER],
    "GudSimulationGetFailure": [c_void_p, TEXT],
    "GudSimulationGetTime": [c_void_p, REAL],
    "GudSimulationGetEnd": [c_void_p, REAL],
    "GudSimulationGetNumProbes": [c_void_p, NUMBER],
    "GudSimulationGetProbeInfo": [c_void_p, c_int, TEXT, TEXT],
    "GudSimulationGetProbe": [c_void_p, c_char_p, REAL],
    "GudSimulationGetProbes": [c_void_p, REAL],
    "GudSimulationSetInput": [c_void_p, c_char_p, c_double],
    "GudSimulationGetInput": [c_void_p, c_char_p, REAL],
    "GudSimulationGetNumInputs": [c_void_p, NUMBER],
    "GudSimulationGetInputInfo": [c_void_p, c_int, TEXT, TEXT],
    "GudSimulationGetStatistics": [c_void_p, POINTER(c_long), POINTER(c_long), POINTER(c_long)],
    "GudSimulationGetNumBodies": [c_void_p, NUMBER],
    "GudSimulationGetBodyName": [c_void_p, c_int, TEXT],
    "GudSimulationGetPose": [c_void_p, c_char_p, REAL, REAL],
    "GudSimulationGetVelocity": [c_void_p, c_char_p, REAL, REAL],
    "GudSimulationSetPose": [c_void_p, c_char_p, REAL, REAL],
    "GudSimulationSetVelocity": [c_void_p, c_char_p, REAL, REAL],
    "GudSimulationGetSizes": [c_void_p, NUMBER, NUMBER, NUMBER],
    "GudSimulationGetCoordinates": [c_void_p, REAL, REAL],
    "GudSimulationSetCoordinates": [c_void_p, REAL, REAL],
    "GudSimulationAssemble": [c_void_p, REAL],
    "GudSimulationSave": [c_void_p, OBJECT],
    "GudSimulationRestore": [c_void_p, c_void_p],
    "GudSnapshotDestroy": [OBJECT],
    "GudSimulationReset": [c_void_p],
    "GudInitialize": [c_void_p, c_void_p],
    "GudFinalize": [],
}
for _name, _types in FUNCTIONS.items():
    getattr(lib, _name).argtypes = _types
    getattr(lib, _name).restype = c_int
lib.GudVersion.restype = lib.GudGitId.restype = c_char_p


def version():
    return lib.GudVersion().decode()


def git_id():
    return lib.GudGitId().decode()


_state = "new"


def running():
    """Between start and end of PETSc: objects that live longer have nothing left to free."""
    return _state == "running"


def _end():
    global _state
    _state = "ended"
    lib.GudFinalize()


def start():
    """MPI and PETSc, once; they end with the program."""
    global _state
    if _state == "new":
        if lib.GudInitialize(None, None):
            raise GudgeonError("PETSc cannot be started")
        atexit.register(_end)
        _state = "running"


class Context:
    """Communicator and messages. comm: a communicator of mpi4py, None: all processes. on_message(kind, text) gets warnings and
    errors; None: errors become exceptions and warnings are kept in `warnings`."""

    def __init__(self, comm=None, on_message=None):
        start()
        self.handle = c_void_p()
        self.warnings = []
        if lib.GudContextCreateFortran(-1 if comm is None else comm.py2f(), byref(self.handle)):
            raise GudgeonError("a context cannot be made")

        def handler(_, kind, text):
            text = text.decode(errors="replace")
            if kind == 1:
                self.warnings.append(text)
            if on_message:
                on_message(("error", "warning", "note")[kind], text)

        self.handler = HANDLER(handler)  # must live as long as the context
        self.call("GudContextSetMessageHandler", self.handle, ctypes.cast(self.handler, c_void_p), None)

    def error_text(self):
        text = c_char_p()
        lib.GudContextGetErrorText(self.handle, byref(text))
        return text.value.decode(errors="replace") if text.value else ""

    def call(self, name, *args):
        code = getattr(lib, name)(*args)
        if code:
            raise GudgeonError(self.error_text() or f"{name} returned error {code}")

    def text(self, name, *args):
        """A function whose last argument is a text that it returns."""
        value = c_char_p()
        self.call(name, *args, byref(value))
        return value.value.decode() if value.value else None

    def number(self, name, *args, kind=c_int):
        value = kind()
        self.call(name, *args, byref(value))
        return value.value
