/** Ids in the examples of operations; a test replaces them by those of real resources. */
export const EXAMPLE_SESSION_ID = "k3v9x2m7q1w8e5r4t6y0u2i9";
export const EXAMPLE_PROCESS_ID = "0b54d1c2-6a3e-4f7b-9c8d-2e1f0a9b8c7d";
export const EXAMPLE_WATCH_ID = "w4t8c2h6e1x5a9m3p7l0q2z6";
export const EXAMPLE_CUSTOM_TOOL_ID = "ct_n10b9798ad53ecc4y69z31e1";
export const EXAMPLE_REPLAY_ID = "r6e1p4l8a2y0v9i3d7e5o1n4";
export const EXAMPLE_POOL_ID = "b5o1l7p3o9o2l8s4w6a0r1m5";
export const EXAMPLE_DEPLOYMENT_ID = "d7e3p9l1o5y2m8n4t6q0r3s1";
export const EXAMPLE_INVOCATION_ID = "i6n2v8o4k0e5x9a3m7p1l4t8";
export const EXAMPLE_API_KEY_ID = "p5c1n8s3h7d2f6j9b4g0l8z1";
export const EXAMPLE_PROJECT_ID = "s7h3o9p5p1r8o4j0e6c2t8i1";
export const EXAMPLE_PROXY_ID = "x5p2r9o4x7y1k8e3n6t0l9m2";
export const EXAMPLE_CONNECTION_ID = "a6u2t8h4c0o5n9n3e7c1t8i2";
export const EXAMPLE_REPL_ID = "e8v5a2l9r3e7p1l4s6t0a8t2";
