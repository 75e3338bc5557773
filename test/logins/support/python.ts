/** Programs of Debian's packages run with its Python; the first Python on the PATH may be another one. */
export const PYTHON = "/usr/bin/python3";
