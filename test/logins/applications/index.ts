import type { WebApplication } from "../support/web-application.ts";
import { adminer } from "./adminer.ts";
import { cacti } from "./cacti.ts";
import { deluge } from "./deluge.ts";
import { django } from "./django.ts";
import { dokuWiki } from "./dokuwiki.ts";
import { fossil } from "./fossil.ts";
import { graphite } from "./graphite.ts";
import { jupyter } from "./jupyter.ts";
import { mediaWiki } from "./mediawiki.ts";
import { nodeRed } from "./node-red.ts";
import { parseDashboard } from "./parse-dashboard.ts";
import { phpLiteAdmin } from "./phpliteadmin.ts";
import { phpMyAdmin } from "./phpmyadmin.ts";
import { postfixAdmin } from "./postfixadmin.ts";
import { rabbitMq } from "./rabbitmq.ts";
import { radicale } from "./radicale.ts";
import { redisCommander } from "./redis-commander.ts";
import { redmine } from "./redmine.ts";
import { roundcube } from "./roundcube.ts";
import { supysonic } from "./supysonic.ts";
import { transmission } from "./transmission.ts";
import { ttRss } from "./tt-rss.ts";
import { verdaccio } from "./verdaccio.ts";
import { wordPress } from "./wordpress.ts";

/** In the order of the report. */
export const webApplications: readonly WebApplication[] = [
  ...[django, nodeRed, jupyter, radicale, adminer],
  ...[dokuWiki, mediaWiki, phpMyAdmin, wordPress, roundcube],
  ...[fossil, deluge, rabbitMq, supysonic, verdaccio, redisCommander, parseDashboard, ttRss],
  ...[phpLiteAdmin, redmine, graphite, transmission, postfixAdmin, cacti],
];
