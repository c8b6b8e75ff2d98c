/** "38.535750, 68.779050": latitude first, as people copy places; six decimals are eleven centimetres. */
export const coordinateText = (latitude: number, longitude: number, digits = 6): string =>
  `${latitude.toFixed(digits)}, ${longitude.toFixed(digits)}`;
