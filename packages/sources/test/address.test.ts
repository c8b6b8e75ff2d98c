/** Addresses that may be asked: the tricks by which one that looks like a server of images leads inside. */
import { describe, expect, test } from "vitest";
import { checkAddress } from "../src/fetch/check-address.ts";
import { isPublicAddress } from "../src/fetch/public-address.ts";
import type { SourceProblem } from "../src/fetch/source-problem.ts";

const allowed = {
  hosts: [
    "tiles.example.org",
    "*.maps.example.org",
    "own.example.org:8443",
    "127.0.0.1",
    "2130706433",
  ],
  inside: ["127.0.0.1:9000", "geo.inside:80"],
};
const refusal = (address: string): string | undefined => {
  try {
    checkAddress(address, allowed);
    return undefined;
  } catch (error) {
    return (error as SourceProblem).reason.code;
  }
};

describe("an address", () => {
  test.each([
    "https://tiles.example.org/1/2/3.png",
    "http://tiles.example.org/?a=b",
    "https://TILES.example.org/",
    "https://a.maps.example.org/x",
    "https://own.example.org:8443/x",
    "http://127.0.0.1:9000/wms",
    "http://geo.inside/wms",
  ])("%s may be asked", (address) => {
    expect(refusal(address)).toBeUndefined();
  });

  test.each([
    ["of a server that nobody let in", "https://other.example.org/", "source_host"],
    ["of the name that stands above the ones let in", "https://maps.example.org/", "source_host"],
    ["that only ends like one", "https://eviltiles.example.org/", "source_host"],
    ["that only begins like one", "https://tiles.example.org.evil.example/", "source_host"],
    ["of another port", "https://tiles.example.org:22/", "source_host"],
    ["of another port of a server inside", "http://127.0.0.1:9001/", "source_host"],
    ["with the port of the other scheme", "https://tiles.example.org:80/", "source_host"],
    [
      "with a name and a password",
      "https://tiles.example.org@evil.example/",
      "source_address_credentials",
    ],
    ["with an empty name", "https://@tiles.example.org/", "source_address_credentials"],
    ["with an IP as one number", "http://2130706433/", "source_address_odd"],
    ["with an IP in hexadecimal", "http://0x7f000001:9000/", "source_address_odd"],
    ["with an IP in octal", "http://0177.0.0.1:9000/", "source_address_odd"],
    ["with a short IP", "http://127.1:9000/", "source_address_odd"],
    ["with a dot at the end of the name", "https://tiles.example.org./", "source_address_odd"],
    ["with an escaped name", "https://tiles%2eexample.org/", "source_address_odd"],
    [
      "with letters that only look like the name's",
      "https://ｔiles.example.org/",
      "source_address_odd",
    ],
    ["with a backslash", "https://tiles.example.org\\@evil.example/", "source_address"],
    ["with a line break", "https://tiles.example.org/\r\nHost: evil.example", "source_address"],
    ["with a space", "https://tiles.example.org/ x", "source_address"],
    ["of a file", "file:///etc/passwd", "source_address"],
    ["of another scheme", "gopher://tiles.example.org/", "source_address"],
    ["of a bucket", "s3://tiles/x.tif", "source_address"],
    ["without a host", "https:///x", "source_address"],
    [
      "that GDAL would read over the network",
      "/vsicurl/https://tiles.example.org/x.tif",
      "source_address",
    ],
    [
      "that GDAL would read out of an archive",
      "/vsizip//vsicurl/https://tiles.example.org/x.zip",
      "source_address",
    ],
    ["that GDAL would take for a connection", "WMS:https://tiles.example.org/", "source_address"],
    [
      "that GDAL would take for a description",
      "<GDAL_WMS><ServerUrl>http://127.0.0.1/</ServerUrl></GDAL_WMS>",
      "source_address",
    ],
    ["with a description behind it", "https://tiles.example.org/<VRTDataset>", "source_address"],
  ])("%s is refused", (_, address, code) => {
    expect(refusal(address)).toBe(code);
  });
});

describe("an IP", () => {
  test.each(["1.1.1.1", "8.8.8.8", "2606:4700:4700::1111", "2a00:1450:4001::8a"])(
    "%s is public",
    (ip) => {
      expect(isPublicAddress(ip)).toBe(true);
    },
  );

  test.each([
    ...["0.0.0.0", "127.0.0.1", "127.255.255.254", "10.1.2.3", "172.16.0.1", "172.31.255.255"],
    ...["192.168.1.1", "169.254.169.254", "100.64.0.1", "192.0.0.8", "192.0.2.1", "198.18.0.1"],
    ...["198.51.100.7", "203.0.113.9", "224.0.0.1", "240.0.0.1", "255.255.255.255"],
    ...["::", "::1", "fe80::1", "fe80::1%eth0", "fc00::1", "fd12::1", "ff02::1"],
    // IPv4 in IPv6: mapped, compatible, NAT64, 6to4, Teredo
    ...["::ffff:127.0.0.1", "::ffff:7f00:1", "::ffff:8.8.8.8", "::7f00:1", "64:ff9b::7f00:1"],
    ...["64:ff9b:1::1", "2002:7f00:1::", "2001:0:7f00:1::", "2001:db8::1", "3fff::1", "100::1"],
    ...["", "localhost", "256.1.1.1"],
  ])("%s is not", (ip) => {
    expect(isPublicAddress(ip)).toBe(false);
  });
});
