/** Person who can log in to the demo site. Nothing of it is secret: the site shows it. */
export interface DemoUser {
  readonly name: string;
  readonly email: string;
  readonly password: string;
  /** Secret of one-time codes, in base32. */
  readonly totpSecret: string;
}

/** Users of the site, if none are given. */
export const demoUsers: readonly DemoUser[] = [
  { name: "alice", email: "alice@example.com", password: "Wonder-land 7!", totpSecret: "JBSWY3DPEHPK3PXP" },
  { name: "bob", email: "bob@example.com", password: "Builder & 8 <tools>", totpSecret: "KRSXG5CTMVRXEZLU" },
];
