/**
 * Files and directories of the machine's `/etc` that sessions see: settings without which programs, browsers and fonts
 * do not work. This is an allowlist, because no list of hidden files is complete: users, hosts, keys, mounts,
 * schedules, package sources and proxies are in files that every installed program may add. Shell scripts (`profile`,
 * `bash.bashrc`) and settings of tools (`gitconfig`, `npmrc`, `environment`) are not on it, because administrators put
 * servers, proxies and their passwords there.
 */
export const sharedNames: readonly string[] = [
  // Certificates, without private keys.
  ...["ssl/certs", "ssl/cert.pem", "ssl/openssl.cnf", "ssl/ca-bundle.pem", "crypto-policies", "gnutls"],
  ...["pki/ca-trust", "pki/java", "pki/nssdb", "pki/tls/certs", "pki/tls/cert.pem", "pki/tls/openssl.cnf"],
  ...["pki/trust", "ca-certificates/extracted", "ca-certificates/trust-source"],
  // Policies of browsers, which also apply in sessions, and files that start a browser.
  ...["chromium", "chromium.d", "chromium-browser", "opt/chrome", "opt/chromium", "opt/edge"],
  // Fonts, windows and graphics.
  ...["fonts", "X11/cursors", "X11/xkb", "gtk-3.0", "gtk-4.0", "xdg/openbox", "glvnd", "vulkan", "OpenCL", "drirc"],
  // Links of installed programs, and the loader of their libraries. NixOS links its settings through `static`.
  ...["alternatives", "static", "ld.so.cache", "ld.so.conf", "ld.so.conf.d", "ld.so.preload", "xattr.conf"],
  // Locale, terminals and types of files.
  ...["localtime", "timezone", "locale.conf", "locale.alias", "default/locale", "terminfo", "inputrc", "nanorc"],
  ...["magic", "magic.mime", "mime.types", "mailcap", "xml"],
  // Numbers of the network.
  ...["host.conf", "gai.conf", "services", "protocols", "rpc", "ethertypes", "netconfig"],
  // Name and version of the system.
  ...["os-release", "lsb-release", "debian_version"],
  // Settings that belong to an installed program.
  ...["perl/XML", "ghostscript", "texmf", "R", "shells"],
];

/** Names directly in `/etc` that sessions see, for programs whose version is in the name. */
export const sharedFamilies: RegExp = /^(python3[\d.]*|java(-[\w.-]+)?|ImageMagick-\d+|\w+-release|ld-musl-.*\.path)$/;
