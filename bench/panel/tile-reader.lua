-- Asks a server for map tiles as a map program does, for `wrk` (one thread, so that its connections share these lines):
-- each address of a file once, in their order and then from the beginning, until so many answers have come. Prints how
-- long that took; what runs `wrk` then ends it (SIGINT), and it prints its latencies. Arguments: the file of requests'
-- paths, how many answers, the authorization header or nothing.
local ffi = require("ffi")
ffi.cdef([[
  typedef struct { long seconds; long nanoseconds; } moment;
  int clock_gettime(int clock, moment *now);
]])

local MONOTONIC = 1
local requests, wanted = {}, 0
local asked, answered, bytes, begun = 0, 0, 0, nil

local function now()
  local moment = ffi.new("moment")
  ffi.C.clock_gettime(MONOTONIC, moment)
  return tonumber(moment.seconds) + tonumber(moment.nanoseconds) / 1e9
end

local function say(line)
  io.stdout:write(line, "\n")
  io.stdout:flush()
end

function init(args)
  wanted = tonumber(args[2])
  if args[3] then wrk.headers["Authorization"] = args[3] end
  for path in io.lines(args[1]) do requests[#requests + 1] = wrk.format("GET", path) end
end

function request()
  begun = begun or now()
  asked = asked + 1
  return requests[(asked - 1) % #requests + 1]
end

function response(status, headers, body)
  answered = answered + 1
  if answered > wanted then return end
  local kind = headers["content-type"] or headers["Content-Type"] or ""
  if status ~= 200 or kind:sub(1, 6) ~= "image/" then say("refused: " .. status .. " " .. kind) end
  bytes = bytes + #body
  if answered == wanted then say(string.format("read %d %.6f %d", answered, now() - begun, bytes)) end
end

function done(summary, latency)
  local errors = summary.errors
  local broken = errors.connect + errors.read + errors.write + errors.timeout
  say(string.format("done %d %.3f %.3f", broken, latency:percentile(50) / 1000, latency:percentile(95) / 1000))
end
