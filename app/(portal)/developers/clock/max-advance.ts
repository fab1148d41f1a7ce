/** How far one call may move the clock, as the contract has it; its schemas are too heavy for a page to load. */
export const MAX_ADVANCE_DAYS = 400;
