/**
 * Which part of the house may import which (docs/architecture.md). Type imports count too, except
 * where `VALUES` says otherwise.
 */

const TESTS = String.raw`\.test\.tsx?$`
/** Imports that disappear when the code is built. */
const VALUES = { dependencyTypesNot: ['type-only'] }
/** The pure part of a room, the rest of it, and the pages with what they share. */
const RULES = String.raw`/rules(/|\.ts$)`
const PAGES = String.raw`/(pages|http|ui)/|^app/(web|checkout|site)/|-script\.ts$`

/** `from` imports nothing of `never`. */
const rule = (name, comment, from, never, more = {}) => ({
  name,
  comment,
  severity: 'error',
  from: { path: from, pathNot: TESTS },
  to: { path: never, ...more },
})

/** The rooms whose services build on each other, lowest first. A room imports none above it. */
const ROOMS = [
  'kernel',
  'platform',
  'schemas',
  'catalog',
  'account',
  'notices',
  'payments',
  'group',
  'reconciliation',
  '(carpool|trip)',
  'orders',
  'features',
  'privacy',
  'console',
  'server',
  'api',
]
const SERVICE = String.raw`(?!.*(/(pages|http|ui|rules)/|-script\.ts$))`
const upward = ROOMS.slice(0, -1).map((room, at) =>
  rule(
    `${room.replace(/\W+/g, '-')}-below`,
    'Services know those of the rooms below, never those above.',
    `^app/${room}/${SERVICE}`,
    `^app/(${ROOMS.slice(at + 1).join('|')})/${SERVICE}`,
    UPWARD[room] ?? {},
  ),
)
