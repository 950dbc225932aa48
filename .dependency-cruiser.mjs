/**
 * Which part of the house may import which (docs/architecture.md). Types count like values, except
 * where `VALUES` says otherwise.
 */

const TESTS = String.raw`\.test\.tsx?$`
/** Imports that disappear when the code is built. */
const VALUES = { dependencyTypesNot: ['type-only'] }

/** Rooms, lowest first: what a room does knows those before it and none after it. */
const ROOMS = [
  'kernel',
  'platform',
  'schemas',
  'catalog',
  'notices',
  'audit',
  'account',
  'payments',
  'requests',
  'group',
  'carpool',
  'trip',
  'orders',
  'reconciliation',
  'reminders',
  'features',
  'privacy',
  'console',
  'server',
  'api',
]
/** In every room: what is pure, what is on the server, and what a browser is sent. */
const RULES = '/rules/'
const PAGES = String.raw`^app/.*/(pages|http|ui)/|^app/(web|checkout|site)/|-script\.ts$`
/** The lists of features: of every group, of a carpool's commands, and of the objects. */
const FEATURE_LISTS = [
  '^app/group/rules/extensions',
  '^app/group/object/features',
  '^app/carpool/rules/(command|decide-own)',
  '^app/carpool/object/carpool',
].join('|')
/** Features that others may build on: the cars, released seats, changed flights. */
const FEATURES_BELOW = '^app/features/(ride|released|flights)/'

/** What the platform gives every room: its bindings name the objects. */
const BINDINGS = '^app/platform/env'

const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to })

/** What is in `room` and matches `part` imports nothing of the rooms after it. */
const upwards = (part, except) =>
  ROOMS.slice(0, -1).map((room, at) =>
    rule(
      `${part.name}-of-${room}`,
      'A room knows those below it and none above it.',
      { path: `^app/${room}/`, pathNot: `${TESTS}|${part.not}|${FEATURE_LISTS}|${except}` },
      {
        path: `^app/(${ROOMS.slice(at + 1).join('|')})/`,
        pathNot: [RULES, PAGES],
      },
    ),
  )

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    rule(
      'rules-are-pure',
      'Rules import only rules and the kernel.',
      { path: `^app/kernel/|${RULES}`, pathNot: TESTS },
      { path: '^(app|db|workers|locales)/', pathNot: ['^app/kernel/', RULES] },
    ),
    rule(
      'rules-use-one-package',
      'The only package that rules use is date-fns-tz.',
      { path: `^app/kernel/|${RULES}`, pathNot: TESTS },
      { dependencyTypesNot: ['local', 'aliased', 'type-only'], pathNot: 'date-fns-tz' },
    ),
    rule(
      'kernel-knows-no-room',
      'The kernel imports nothing but itself.',
      { path: '^app/kernel/', pathNot: TESTS },
      { path: '^(app/(?!kernel/)|db/|workers/)' },
    ),
    rule(
      'group-knows-no-feature',
      'What all groups share knows features as a list, in one file.',
      { path: '^app/(group|carpool|trip)/(rules|object)/', pathNot: `${TESTS}|${FEATURE_LISTS}` },
      { path: '^app/features/' },
    ),
    rule(
      'features-apart',
      'A feature knows no other, except the three that others build on.',
      { path: '^app/features/([^/]+)/', pathNot: TESTS },
      { path: '^app/features/', pathNot: ['^app/features/$1/', FEATURES_BELOW] },
    ),
    ...upwards({ name: 'services', not: `${RULES}|${PAGES}` }, BINDINGS),
    rule(
      'services-below-pages',
      'What a room does knows neither its pages nor those of others.',
      { path: '^(app|db)/', pathNot: `${TESTS}|${PAGES}|^app/[^/]+$|^app/api/` },
      { path: PAGES, ...VALUES },
    ),
    rule(
      'components-without-data',
      'Components hold no data access.',
      { path: '/ui/', pathNot: TESTS },
      { path: String.raw`^(db|workers)/|\.server\.ts$|/(pages|object)/`, ...VALUES },
    ),
    rule(
      'pages-through-services',
      'Pages use the database and objects through services.',
      {
        path: String.raw`^app/.*/(pages|http)/|^app/(checkout|web)/|\.route\.tsx?$`,
        pathNot: TESTS,
      },
      { path: '^(db|workers)/|/(rows|object)/' },
    ),
    rule(
      'pages-are-closed',
      "What pages share is in their room's http or ui folder, not with one of them.",
      { path: '^app/', pathNot: TESTS },
      { path: String.raw`\.route\.tsx?$`, pathNot: '^app/routes' },
    ),
    rule(
      'page-folders-are-closed',
      "What pages share is in their room's http or ui folder, not with one of them.",
      { path: '^app/(.+)/pages/([^/]+)/', pathNot: TESTS },
      { path: '/pages/[^/]+/', pathNot: '^app/$1/pages/$2/' },
    ),
    rule(
      'page-folders-are-their-own',
      'Nothing outside uses a part of a page.',
      { path: '^app/', pathNot: `${TESTS}|/pages/[^/]+/` },
      { path: '/pages/[^/]+/' },
    ),
    rule(
      'api-without-pages',
      'The API does not know the pages.',
      { path: '^app/api/', pathNot: `${TESTS}|${String.raw`\.route\.ts$`}` },
      { path: `${PAGES}|^workers/` },
    ),
    rule(
      'pages-without-api',
      'Pages do not know the API.',
      { path: PAGES, pathNot: TESTS },
      { path: '^app/api/' },
    ),
    rule(
      'web-knows-no-room',
      'Components that all rooms use know none of them.',
      { path: '^app/web/ui/', pathNot: TESTS },
      { path: '^app/(?!web/|i18n/|kernel/)', pathNot: RULES, ...VALUES },
    ),
    rule(
      'schemas-alone',
      'Common schemas know rules and the texts of their messages.',
      { path: '^app/schemas/', pathNot: TESTS },
      { path: '^(app|db|workers)/', pathNot: [RULES, '^app/(schemas|kernel|i18n)/'], ...VALUES },
    ),
    rule(
      'texts-alone',
      'Texts and formats know rules alone.',
      { path: '^app/i18n/', pathNot: TESTS },
      { path: '^(app|db|workers)/', pathNot: [RULES, '^app/(i18n|kernel|platform)/'] },
    ),
    rule(
      'db-alone',
      'The database knows rules alone.',
      { path: '^db/', pathNot: TESTS },
      { path: '^(app|workers)/', pathNot: [RULES, '^app/kernel/'] },
    ),
    rule(
      'no-development-in-production',
      'Development servers and stand-ins never reach production.',
      { path: '^(app/|workers/(?!dev/|stripe/|sms/|email/|flights/|turnstile/))' },
      { path: '^workers/(dev|stripe|sms|email|flights|turnstile)/' },
    ),
    rule('no-circles', 'Modules import each other in one direction.', {}, { circular: true }),
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules|^build/' },
    exclude: { path: String.raw`\.test\.tsx?$` },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'types'] },
  },
}
