import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import type { RateLimitName } from '#app/platform/rate-limit.server.ts'
import { SHIELDS, type Shielded } from '#app/platform/shields.server.ts'
import { leadsTo, Visitor } from '#tests/worker/accounts/visitor.ts'
import { newAdmin } from '#tests/worker/admin/kit.ts'
import { carpoolScenes } from '#tests/worker/every-call/scenes-carpool.ts'
import { orderScenes } from '#tests/worker/every-call/scenes-order.ts'
import { tripScenes } from '#tests/worker/every-call/scenes-trip.ts'
import { userScenes } from '#tests/worker/every-call/scenes-user.ts'
import { keyOf, sources } from '#tests/worker/sources.ts'
import { createWorker } from '#workers/app.server.ts'
import { type DevEnv, devRuntime } from '#workers/dev/runtime.ts'
import { handlePage } from '#workers/remix.ts'

/**
 * The limits per address, on every page that has one: each form and each payment page checks its
 * own, and is refused by it. (The limits themselves are tested in accounts/shields.test.ts.)
 */

const scenes = { ...carpoolScenes, ...orderScenes, ...tripScenes, ...userScenes }

/** A worker whose limit of this name is used up, and the names of those it checked. */
function spentWorker(used: RateLimitName) {
  const asked: string[] = []
  const limits = Object.keys(env).filter((name) => name.startsWith('LIMIT_'))
  const spent = (name: string) => ({
    limit: async () => {
      const of = name.slice('LIMIT_'.length)
      asked.push(of)
      return { success: of !== used }
    },
  })
  const bindings = { ...env, ...Object.fromEntries(limits.map((name) => [name, spent(name)])) }
  const worker = createWorker(
    () => ({ ...devRuntime(env as DevEnv), rateLimits: true }),
    handlePage,
  )
  const fetch = async (request: Request) => {
    const execution = createExecutionContext()
    const response = await worker.fetch(request, bindings as never, execution)
    await waitOnExecutionContext(execution)
    return response
  }
  return { asked, fetch }
}

type Form = Record<string, string>
type Row = {
  /** The module that checks the limit. */
  source: string
  name: RateLimitName
  page: string
  /**
   * The call whose scene has what the page is about, and the part of it that completes the address.
   */
  of?: string
  param?: string
  /**
   * What is sent: less than the form asks for, since the limit comes before its fields. A page that
   * is only viewed sends nothing.
   */
  form?: Form
  /** In the console, as an administrator. */
  isAdmin?: true
  /** What is checked before. */
  before?: RateLimitName[]
  /** The refusal is a message on the next page. */
  leads?: string
}

const CODE = {
  source: 'account/code-request',
  name: 'CODE_SEND',
  form: { intent: 'send-code' },
} as const
const account = (page: string, name: RateLimitName, form: Form = {}): Row => ({
  source: `account/${page}`,
  name,
  page: page === 'phone' ? '/profile/phone' : `/${page}`,
  form,
})
const joins = (route: string, page: string, of: string, param?: string): Row => ({
  ...{ source: route, name: 'JOIN', page, of, form: {} },
  ...(param && { param }),
})
const pays = (page: string, of: string, param: string, source: string, form: Form): Row => ({
  source,
  name: 'PAYMENT',
  page,
  of,
  param,
  form,
})
const begins = (purpose: string, of: string, param: string, form: Form = {}) =>
  pays(`/pay/${purpose}-{id}/begin`, of, param, 'checkout/start', form)
const confirms = (purpose: string, of: string, param: string) =>
  pays(`/pay/${purpose}-{id}`, of, param, 'checkout/pay', { intent: 'confirm' })
const SEAT = ['getCarpoolDepositPaymentIntentParticipantId', 'participantId'] as const
const AGAIN = ['postUserParticipantRepayDeposit', 'participantId'] as const
const REST = ['postUserMyPayRemaining', 'participantId'] as const
const BASE = ['postTripPayBase', 'tripId'] as const
const BALANCE = ['postTripPayBalance', 'tripId'] as const
const MAIL = ['postMailPayBase', 'mailId'] as const
const MOVE = ['postMovePayBase', 'tripId'] as const

const ROWS: Row[] = [
  account('login', 'LOGIN'),
  { source: 'console/login', name: 'LOGIN', page: '/admin/login', form: {} },
  account('register', 'REGISTER', { intent: 'register' }),
  { ...CODE, page: '/register' },
  { ...CODE, page: '/forgot-password' },
  { ...CODE, page: '/profile/phone', of: SEAT[0] },
  account('forgot-password', 'CODE_CHECK', { intent: 'reset' }),
  { ...account('phone', 'CODE_CHECK'), of: SEAT[0] },
  account('confirm-email', 'CODE_CHECK'),

  joins('carpool/create', '/carpool/create', SEAT[0]),
  joins('group/join', '/carpool/{id}/join', 'postCarpoolIdJoin', 'id'),
  joins('waitlist/wait', '/carpool/{id}/wait', 'postCarpoolIdWaitlist', 'id'),
  joins(
    'carpool/edit',
    '/carpool/record/{id}/info',
    'postUserUpdateOpenParticipant',
    'participantId',
  ),
  joins('flights/flight', '/carpool/record/{id}/flight', 'postUserChangeFlight', 'participantId'),
  joins('fewer', '/carpool/fewer/{id}', 'postUserUpdateOpenParticipant', 'participantId'),
  joins('trip/create', '/trip/create', SEAT[0]),
  // Not yet paid: an event about the payment would make a member of them before the form is sent.
  joins('group/join', '/trip/{id}/join', 'postTripPayBase', 'tripId'),
  joins('trip/texts', '/trip/{id}/texts', BALANCE[0], BALANCE[1]),
  joins('wishes/new', '/wishes/new', SEAT[0]),
  {
    source: 'orders/create',
    name: 'JOIN',
    page: '/mail/create',
    of: SEAT[0],
    form: {},
  },
  {
    source: 'orders/create',
    name: 'JOIN',
    page: '/moving/create',
    of: SEAT[0],
    form: {},
  },

  { source: 'ride/drive', name: 'DRIVE', page: '/drive/seen' },
  { source: 'ride/drive', name: 'DRIVE', page: '/drive/sent', form: {} },

  ...(['password', 'close', 'contact'] as const).map(
    (name): Row => ({
      source: name === 'close' ? 'privacy/close' : `account/${name}`,
      name: name === 'contact' ? 'CODE_SEND' : 'LOGIN',
      page: name === 'close' ? '/profile/data/close' : `/profile/${name}`,
      of: SEAT[0],
      form: {},
    }),
  ),
  {
    source: 'account/email-link',
    name: 'CODE_SEND',
    page: '/profile/email-link',
    of: SEAT[0],
    form: {},
    leads: '/profile#info',
  },
  ...(
    [
      ['privacy/data-download', '/profile/data/download'],
      ['share/qr', '/share/carpool/car_none/qr.svg'],
      ['site/contact-qr', '/contact-qr.svg'],
    ] as const
  ).map(([of, page]): Row => ({ source: of, name: 'FILE', page })),
  { source: 'share/poster', name: 'FILE', page: '/share/trip/trip_none/poster' },

  {
    source: 'console/admin-guard',
    name: 'ADMIN',
    page: '/admin/prices',
    form: {},
    isAdmin: true,
  },
  {
    source: 'console/confirm',
    name: 'LOGIN',
    page: '/admin/confirm',
    form: {},
    isAdmin: true,
    before: ['ADMIN'],
  },
  {
    source: 'console/export',
    name: 'ADMIN',
    page: '/admin/exports/ledger',
    isAdmin: true,
  },
  { source: 'ride/admin-day/file', name: 'ADMIN', page: '/admin/day/file', isAdmin: true },

  begins('deposit', ...SEAT, { filling: 'open' }),
  begins('deposit', ...AGAIN, { again: 'yes' }),
  begins('balance', ...REST, { amount: '1', pointsDeducted: '0' }),
  begins('deposit', ...BASE),
  begins('balance', ...BALANCE, { amount: '1' }),
  begins('base', ...MAIL),
  begins('base', ...MOVE),
  confirms('deposit', ...SEAT),
  confirms('deposit', ...AGAIN),
  confirms('balance', ...REST),
  confirms('deposit', ...BASE),
  confirms('balance', ...BALANCE),
  confirms('base', ...MAIL),
  confirms('base', ...MOVE),
  {
    source: 'checkout/return',
    name: 'FILE',
    page: '/pay/base-{id}/return',
    of: MAIL[0],
    param: MAIL[1],
  },
  pays('/pay/balance-{id}', ...REST, 'checkout/start', {
    intent: 'begin',
    amount: '1',
    pointsDeducted: '0',
  }),
]

const ASKS = /(?:\.shield\(|requireShield\(context, )'([^']+)'/g

test('every page takes its limit from the table, and every entry of it is checked here', () => {
  const asking = Object.entries(sources).flatMap(([path, text]) =>
    [...text.matchAll(ASKS)].map(([, key]) => [key, keyOf(path)]),
  )
  expect(asking.filter(([key, own]) => key !== own)).toEqual([])
  const keys = Object.keys(SHIELDS).filter((key) => !key.includes(' '))
  expect([...new Set(asking.map(([key]) => key))].sort()).toEqual(keys.sort())
  const rows = Object.fromEntries(ROWS.map(({ source, name }) => [source, name]))
  expect(rows).toEqual(Object.fromEntries(keys.map((key) => [key, SHIELDS[key as Shielded]])))
})

/** What hashes a password, sends, draws or exports. */
const COSTLY = [
  'renderSVG',
  'qrPath',
  'logIn',
  'logInAdmin',
  'confirmAdmin',
  'registerAccount',
  'resetPassword',
  'provePassword',
  'changePassword',
  'changePhone',
  'sendPhoneCode',
  'readEmailLink',
  'confirmEmail',
  'sendFirstEmailLink',
  'sendEmailLinkAgain',
  'readOwnData',
  'openExport',
  'dayFile',
]

test.each(COSTLY)('no page calls %s without a limit', (name) => {
  const calling = Object.entries(sources).filter(
    ([path, text]) => !path.includes('/http/') && new RegExp(`\\b${name}\\(`).test(text),
  )
  expect(calling).not.toEqual([])
  const free = calling.filter(([, text]) => !/\.shield\(|requireShield\(/.test(text))
  expect(free.map(([path]) => path)).toEqual([])
})

test('a limit is counted before a form’s fields are read (decision 0013)', () => {
  const late = Object.entries(sources).filter(([, text]) => {
    const read = text.indexOf('readForm(')
    return read !== -1 && read < text.lastIndexOf('.shield(')
  })
  expect(late.map(([path]) => path)).toEqual([])
})

test.each(ROWS)(
  '$page uses the limit $name, and stops there ($source)',
  async ({ name, page, of, param, form, isAdmin, before = [], leads }) => {
    const scene = of ? await scenes[of]?.() : null
    if (of && !scene) throw new Error(`no scene for ${of}`)
    const facts = { ...scene?.params, ...(scene?.json as object) }
    const id: string = (param && facts[param as never]) || ''
    const path = !param ? page : page.includes('{id}') ? page.replace('{id}', id) : `${page}/${id}`
    const { asked, fetch } = spentWorker(name)
    const visitor = new Visitor({ lang: 'en', worker: fetch })
    const as = scene?.as as { token: string } | undefined
    if (as) visitor.cookies.set('sid', as.token)
    if (isAdmin) visitor.cookies.set('asid', (await newAdmin()).token)
    const answer = form ? await visitor.post(path, form) : await visitor.get(path)
    // A refused form is shown again, and if viewing has the limit too, that checks it once more.
    const looksAgain = form && ROWS.some((row) => row.page === page && !row.form)
    expect(asked).toEqual([...before, ...(looksAgain ? [name, name] : [name])])
    if (leads) expect(leadsTo(answer)).toBe(leads)
    // Nobody else sees a trip that is not paid yet, so its page has nothing to show.
    else if (page === '/trip/{id}/join') expect(answer.status).toBe(429)
    else expect(answer.html).toMatch(/Try again in 1 minute|rateLimited|[Ww]ait a minute/)
    expect(answer.html).not.toContain('_secret_')
  },
)
