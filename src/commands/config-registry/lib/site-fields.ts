/** Argument of a command about a website. */
export const siteArgs = {
  url: { summary: "Page of the website; it must be public", field: ["body", "url"] },
} as const;

/** Fields of a command about a website. */
export const siteFields = {
  url: false,
  allowed_proxy_countries: {
    name: "country",
    placeholder: "CODE",
    summary: "Country in which a proxy may be, such as US; the service chooses when left out",
  },
} as const;
