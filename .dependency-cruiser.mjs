/**
 * Which part of the code may import which: domain ← services ← api and routes (decision 0043).
 * Type imports count too, except where `VALUES` says otherwise.
 */

/** `from` imports nothing from any of `never`. */
const layer = (name, comment, from, never, more = {}) => ({
  name,
  comment,
  severity: 'error',
  from: { path: from, pathNot: TESTS },
  to: { path: never.map((folder) => `^${folder}/`), ...more },
})

const TESTS = String.raw`\.test\.tsx?$`
/** The lists of features: of every group, of a carpool's commands, and of its object. */
const FEATURE_LISTS = [
  '^app/domain/group/extensions',
  '^app/domain/carpool/(command|decide-own)',
  '^workers/group/features',
  '^workers/carpool/carpool',
].join('|')
/** Features that others may build on: the cars, released seats, changed flights. */
const FEATURES_BELOW = '^app/domain/features/(ride|released|flights)/'
/** Imports that disappear when the code is built. */
const VALUES = { dependencyTypesNot: ['type-only'] }

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    layer('domain-is-pure', 'The domain imports only itself.', '^app/domain/', [
      'app/(?!domain)[^/]+',
      'db',
      'workers',
      'locales',
    ]),
    {
      name: 'domain-packages',
      comment: 'The only package the domain uses is date-fns-tz.',
      severity: 'error',
      from: { path: '^app/domain/', pathNot: TESTS },
      to: { dependencyTypesNot: ['local', 'aliased', 'type-only'], pathNot: 'date-fns-tz' },
    },
    {
      name: 'group-knows-no-feature',
      comment: 'What all groups share knows features as a list, in one file (decision 0122).',
      severity: 'error',
      from: {
        path: '^(app/domain|workers)/(group|carpool|trip)/',
        pathNot: `${TESTS}|${FEATURE_LISTS}`,
      },
      to: { path: '^(app/domain|workers)/features/' },
    },
    {
      name: 'features-apart',
      comment: 'A feature knows no other, but for the pairs of decision 0122.',
      severity: 'error',
      from: { path: '^(app/domain|workers)/features/([^/]+)/', pathNot: TESTS },
      to: {
        path: '^(app/domain|workers)/features/',
        pathNot: ['^(app/domain|workers)/features/$2/', FEATURES_BELOW],
      },
    },
    layer('services-below-callers', 'Services do not know who calls them.', '^app/services/', [
      'app/(routes|api|ui|http)',
      'workers/(dev|stripe|sms|email)',
    ]),
    layer(
      'ui-without-data',
      'Components hold no data access.',
      '^app/ui/',
      ['app/(services|routes|api)', 'db', 'workers'],
      VALUES,
    ),
    layer('api-without-pages', 'The API does not know the pages.', '^app/api/', [
      'app/(routes|ui)',
      'workers',
    ]),
    layer(
      'routes-through-services',
      'Routes use the database and objects through services.',
      '^app/routes/',
      ['db', 'workers'],
    ),
    layer('http-below-routes', 'What pages share about requests knows no page.', '^app/http/', [
      'app/(routes|api)',
      'db',
    ]),
    layer(
      'schemas-alone',
      'Schemas know the domain, the texts of their messages, and some lists of services.',
      '^app/schemas/',
      ['app/(services/(?!accounts/common-passwords|admin/)|routes|api|ui|http)', 'db', 'workers'],
      VALUES,
    ),
    layer('texts-alone', 'Texts and formats know the domain alone.', '^app/i18n/', [
      'app/(services|routes|api|ui|http|schemas)',
      'db',
      'workers',
    ]),
    layer('pages-without-api', 'Pages do not know the API.', '^app/routes/(?!api/)', ['app/api']),
    layer('db-alone', 'Queries know only the schema and the domain.', '^db/', [
      'app/(services|routes|api|ui|http|i18n|schemas)',
      'workers',
    ]),
    layer(
      'no-development-in-production',
      'Development servers and stand-ins never reach production.',
      '^workers/(?!dev/|stripe/|sms/|email/)',
      ['app/(routes|ui)', 'workers/(dev|stripe|sms|email)'],
    ),
    {
      name: 'route-folders-are-closed',
      comment: "What routes share lies in the feature's folder, not in one route's.",
      severity: 'error',
      from: { path: '^app/(?!routes/)|^app/routes/([^/]+/[^/]+)/', pathNot: TESTS },
      to: { path: '^app/routes/[^/]+/[^/]+/', pathNot: '^app/routes/$1/' },
    },
    {
      name: 'no-circles',
      comment: 'Modules import each other in one direction.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules|^build/' },
    exclude: { path: String.raw`\.test\.tsx?$` },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'types'] },
  },
}
