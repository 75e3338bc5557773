/**
 * Limits of one reading: a page of any size costs a bounded time and gives a bounded result. Each list, loop and text has
 * one.
 */
export const NODES = 20_000;
export const DEPTH = 600;
export const ASCENT = 1_200;
export const CONTROLS = 300;
export const LINES = 400;
export const TEXT = 400;
export const OPTIONS = 100;
export const ALL_OPTIONS = 3_000;
export const HOSTS = 20;
export const MODALS = 50;
export const REFERRED = 10;
export const ADDRESS = 2_000;
export const STORED_ENTRIES = 500;
export const STORED_KEY = 200;
export const STORED_VALUE = 10_000;
