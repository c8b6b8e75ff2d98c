/** The header that asks for an answer as a role would get it: the id of the role. Reading calls only. */
export const seeAsHeader = "x-see-as";
