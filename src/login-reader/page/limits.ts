/**
 * Limits of one reading: a page of any size costs a bounded time and gives a bounded result. Each list, loop and text has
 * one.
 */
export const MAX_NODES = 20_000;
export const MAX_DEPTH = 600;
export const MAX_ASCENT = 1_200;
export const MAX_CONTROLS = 300;
export const MAX_LINES = 400;
export const MAX_ALERTS = 20;
export const MAX_TEXT = 400;
export const MAX_OPTIONS = 100;
export const MAX_ALL_OPTIONS = 3_000;
export const MAX_HOSTS = 20;
export const MAX_MODALS = 50;
export const MAX_REFERRED = 10;
export const MAX_ADDRESS = 2_000;
export const MAX_STORED_ENTRIES = 500;
export const MAX_STORED_KEY = 200;
export const MAX_STORED_VALUE = 10_000;
