import type { WebApplication } from "../support/web-application.ts";
import { adminer } from "./adminer.ts";
import { cacti } from "./cacti.ts";
import { cockpit } from "./cockpit.ts";
import { deluge } from "./deluge.ts";
import { django } from "./django.ts";
import { dokuWiki } from "./dokuwiki.ts";
import { fossil } from "./fossil.ts";
import { graphite } from "./graphite.ts";
import { icingaWeb } from "./icingaweb.ts";
import { jupyter } from "./jupyter.ts";
import { jupyterHub } from "./jupyterhub.ts";
import { ldapAccountManager } from "./ldap-account-manager.ts";
import { lemonLdap } from "./lemonldap.ts";
import { libraryLogins } from "./library-logins.ts";
import { mailman } from "./mailman.ts";
import { mediaWiki } from "./mediawiki.ts";
import { nodeRed } from "./node-red.ts";
import { parseDashboard } from "./parse-dashboard.ts";
import { phpLiteAdmin } from "./phpliteadmin.ts";
import { phpMyAdmin } from "./phpmyadmin.ts";
import { postfixAdmin } from "./postfixadmin.ts";
import { qBittorrent } from "./qbittorrent.ts";
import { rabbitMq } from "./rabbitmq.ts";
import { radicale } from "./radicale.ts";
import { redisCommander } from "./redis-commander.ts";
import { redmine } from "./redmine.ts";
import { requestTracker } from "./request-tracker.ts";
import { roundcube } from "./roundcube.ts";
import { rspamd } from "./rspamd.ts";
import { shaarli } from "./shaarli.ts";
import { shownLogins } from "./shown-logins.ts";
import { simpleSamlPhp } from "./simplesamlphp.ts";
import { supysonic } from "./supysonic.ts";
import { theLounge } from "./thelounge.ts";
import { transmission } from "./transmission.ts";
import { tryton } from "./tryton.ts";
import { ttRss } from "./tt-rss.ts";
import { verdaccio } from "./verdaccio.ts";
import { wordPress } from "./wordpress.ts";
import { zabbix } from "./zabbix.ts";
import { znc } from "./znc.ts";

/** In the order of the report. */
export const webApplications: readonly WebApplication[] = [
  ...[django, nodeRed, jupyter, radicale, adminer],
  ...[dokuWiki, mediaWiki, phpMyAdmin, wordPress, roundcube],
  ...[fossil, deluge, rabbitMq, supysonic, verdaccio, redisCommander, parseDashboard, ttRss],
  ...[phpLiteAdmin, redmine, graphite, transmission, postfixAdmin, cacti],
  ...[qBittorrent, znc, rspamd, shaarli, cockpit, lemonLdap, ldapAccountManager, icingaWeb],
  ...[zabbix, simpleSamlPhp, jupyterHub, mailman, requestTracker, theLounge, tryton],
  ...libraryLogins,
  ...shownLogins,
];
