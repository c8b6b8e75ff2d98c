export const deviceTypes = ["air", "soil", "water"] as const;
export type DeviceType = (typeof deviceTypes)[number];
/** silent: nothing for three intervals, or never; faulty: the newest value of a parameter cannot be right. */
export const deviceStates = ["online", "silent", "faulty", "retired"] as const;
export type DeviceState = (typeof deviceStates)[number];
/** A device is silent after so many of its intervals without a reading. */
export const silentAfterIntervals = 3;
