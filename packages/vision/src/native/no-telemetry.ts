/**
 * ONNX Runtime reports its use to its maker unless this variable stands in the environment before
 * the library is loaded: it asks for an address outside, and leaves a device number and queued
 * reports in the home folder and a file per process in the temporary one. Nothing leaves a
 * ministry's machine, whatever the environment said. Children inherit it.
 */
process.env.ORT_DISABLE_TELEMETRY = "1";
