/**
 * Every page, and its result for each viewer: a status, or the page it redirects to. `{name}` in an
 * address stands for something belonging to the first student; `others`: another student, approved
 * or not.
 */
type Page = {
  route: string
  at: string
  visitor: string
  mine: string
  others?: string
  pending?: string
  /** The result of an empty form sent there by someone who may not use the page. */
  post?: { visitor: string; other: string }
}
const LOGIN = '→ /login'
/** With the things that belong to the first student. */
const filled = (route: string) => route.replace(/:(\w+)/g, '{$1}')
/** The same for everybody. */
const all = (route: string, at: string, is: string): Page => ({ route, at, visitor: is, mine: is })
const open = (route: string, at = filled(route)) => all(route, at, '200')
/** Asks for a login; `post` is the result of another student's empty form. */
const own = (
  route: string,
  { at = filled(route), post, ...more }: Partial<Omit<Page, 'post'>> & { post?: string } = {},
): Page => ({
  ...{ route, at, visitor: LOGIN, mine: '200', ...more },
  ...(post && { post: { visitor: LOGIN, other: post } }),
})

/** A day for which the scope of today's sheet is not enough. */
export const LATER = '2027-01-02'

export const pages: Page[] = [
  open('/'),
  open('/carpool'),
  {
    // A link that is not ours.
    route: '/email-off',
    at: '/email-off?to=x.y',
    visitor: '404',
    mine: '404',
    post: { visitor: '404', other: '404' },
  },
  own('/carpool/create', { post: '422' }),
  all(
    '/carpool/:carpoolId/terms',
    '/carpool/car_old/terms?date=2026-12-31',
    '→ /carpool/car_old/join',
  ),
  // Already a participant.
  own('/carpool/:groupId/join', {
    at: '/carpool/{carpoolId}/join',
    mine: '→ /carpool/record/{participantId}',
    others: '200',
    post: '422',
  }),
  own('/carpool/:carpoolId/wait', {
    mine: '→ /carpool/record/{participantId}',
    others: '200',
    post: '422',
  }),
  own('/pay/:chargeId', {
    at: '/pay/deposit-{participantId}',
    mine: '→ /carpool/record/{participantId}',
    others: '404',
    post: '404',
  }),
  {
    route: '/pay/:chargeId/begin',
    at: '/pay/deposit-{participantId}/begin',
    visitor: '405',
    mine: '405',
    post: { visitor: LOGIN, other: '404' },
  },
  // Nothing is paid yet.
  own('/pay/:chargeId/return', { at: '/pay/base-{mailId}/return', others: '404' }),
  own('/carpool/record/:participantId', { others: '404' }),
  own('/receipt/:id', { at: '/receipt/{placedId}', others: '404', post: '404' }),
  open('/mail'),
  own('/carpool/fewer/:participantId', { others: '404', post: '404' }),
  own('/carpool/auto-pay/:participantId', { others: '404', post: '404' }),
  own('/trip/auto-pay/:participantId', {
    at: '/trip/auto-pay/{tripPlaceId}',
    others: '404',
    post: '404',
  }),
  own('/mail/create', { post: '422' }),
  own('/pay/:chargeId', { at: '/pay/base-{mailId}', others: '404', post: '404' }),
  own('/mail/done/:orderId', { at: '/mail/done/{placedId}', others: '404' }),
  own('/moving'),
  own('/moving/create', { post: '422' }),
  own('/pay/:chargeId', { at: '/pay/base-{moveId}', others: '404', post: '404' }),
  // Not paid yet.
  own('/moving/done/:orderId', {
    at: '/moving/done/{moveId}',
    mine: '→ /pay/base-{moveId}',
    others: '404',
  }),
  all('/move', '/move', '→ /moving'),
  open('/about/:page?', '/about'),
  open('/storage'),
  own('/trip'),
  own('/trip/create', { post: '422' }),
  all('/trip/:tripId/terms', '/trip/trip_old/terms?tab=start', '→ /trip/trip_old/join'),
  own('/trip/:groupId/join', {
    at: '/trip/{tripId}/join',
    mine: '→ /trip/record/{tripPlaceId}',
    others: '200',
    post: '422',
  }),
  own('/trip/:tripId/texts', { others: '404', post: '404' }),
  own('/trip/exit/:tripId', { others: '404', post: '404' }),
  own('/pay/:chargeId', {
    at: '/pay/deposit-{tripId}',
    mine: '→ /trip/done/{tripId}',
    others: '404',
    post: '404',
  }),
  own('/pay/:chargeId', { at: '/pay/balance-{tripId}', others: '404', post: '404' }),
  {
    route: '/pay/:chargeId/begin',
    at: '/pay/balance-{tripId}/begin',
    visitor: '405',
    mine: '405',
    post: { visitor: LOGIN, other: '404' },
  },
  own('/trip/record/:participantId', { at: '/trip/record/{tripPlaceId}', others: '404' }),
  own('/trip/done/:tripId', { others: '404' }),
  // Not complete yet.
  own('/trip/companions/:participantId', {
    at: '/trip/companions/{tripPlaceId}',
    mine: '404',
    post: '404',
  }),
  own('/trip/board/:participantId', { at: '/trip/board/{tripPlaceId}', mine: '404', post: '404' }),
  own('/requests/:requestId', { others: '404' }),
  own('/pay/:chargeId', { at: '/pay/request-{requestId}', others: '404', post: '404' }),
  own('/wishes', { post: '→ /wishes' }),
  own('/wishes/new', { post: '422' }),
  open('/share/:kind/:id', '/share/carpool/{carpoolId}'),
  open('/share/:kind/:id/poster', '/share/carpool/{carpoolId}/poster'),
  open('/share/:kind/:id/qr.svg', '/share/carpool/{carpoolId}/qr.svg'),
  {
    route: '/calendar/:kind/:participantId',
    at: '/calendar/carpool/{participantId}',
    visitor: '404',
    mine: '200',
    others: '404',
  },
  own('/calendar/:kind/:participantId/open', {
    at: '/calendar/carpool/{participantId}/open',
    others: '404',
  }),
  // At Google.
  {
    route: '/calendar/:kind/:participantId/google',
    at: '/calendar/carpool/{participantId}/google',
    visitor: '404',
    mine: '→ /calendar/render',
    others: '404',
  },
  { route: '/login', at: '/login', visitor: '200', mine: '→ /' },
  { route: '/register', at: '/register', visitor: '200', mine: '→ /' },
  open('/forgot-password'),
  own('/rides'),
  own('/carpool/record/:participantId/done', { others: '404' }),
  {
    route: '/profile/:act/:participantId/*',
    at: '/profile/pay/par_old',
    visitor: '→ /pay/balance-par_old',
    mine: '→ /pay/balance-par_old',
    post: { visitor: '→ /pay/balance-par_old', other: '→ /pay/balance-par_old' },
  },
  all('/carpool/pay/:id', '/carpool/pay/par_old', '→ /pay/deposit-par_old'),
  all('/carpool/deposit/:id', '/carpool/deposit/par_old', '→ /pay/deposit-par_old'),
  all('/carpool/balance/:id', '/carpool/balance/par_old', '→ /pay/balance-par_old'),
  all('/trip/pay/:id', '/trip/pay/trip_old', '→ /pay/deposit-trip_old'),
  all('/trip/balance/:id', '/trip/balance/trip_old', '→ /pay/balance-trip_old'),
  all('/mail/pay/:id', '/mail/pay/mail_old', '→ /pay/base-mail_old'),
  all('/moving/pay/:id', '/moving/pay/move_old', '→ /pay/base-move_old'),
  own('/profile'),
  own('/profile/contact', { post: '422' }),
  own('/profile/flat', { mine: '404', pending: '200', post: '404' }),
  own('/profile/password', { post: '422' }),
  own('/profile/phone', { post: '422' }),
  own('/profile/sessions', { post: '→ /profile/sessions' }),
  own('/carpool/record/:participantId/exit', { others: '404', post: '404' }),
  own('/carpool/record/:participantId/convert', { others: '404', post: '404' }),
  own('/carpool/record/:participantId/cancel', { others: '404', post: '404' }),
  own('/carpool/record/:participantId/info', { others: '404', post: '404' }),
  own('/pay/:chargeId', { at: '/pay/balance-{participantId}', others: '404', post: '404' }),
  own('/profile/data'),
  own('/profile/data/download'),
  own('/profile/data/close', { post: '422' }),
  {
    route: '/profile/email-link',
    at: '/profile/email-link',
    visitor: '→ /profile',
    mine: '→ /profile',
    post: { visitor: LOGIN, other: '→ /profile' },
  },
  {
    route: '/confirm-email',
    at: '/confirm-email?token=nothing',
    visitor: '404',
    mine: '404',
    post: { visitor: '422', other: '422' },
  },
  {
    route: '/profile/emails',
    at: '/profile/emails',
    visitor: '→ /profile',
    mine: '→ /profile',
    post: { visitor: LOGIN, other: '→ /profile' },
  },
  {
    route: '/profile/texts',
    at: '/profile/texts',
    visitor: '→ /profile',
    mine: '→ /profile',
    post: { visitor: LOGIN, other: '→ /profile' },
  },
  own('/carpool/record/:participantId/flight', { others: '404', post: '404' }),
  own('/carpool/record/:participantId/companions', { mine: '404', post: '404' }),
  own('/carpool/record/:participantId/board', { mine: '404', post: '404' }),
  {
    route: '/pay/:chargeId/begin',
    at: '/pay/balance-{participantId}/begin',
    visitor: '405',
    mine: '405',
    post: { visitor: LOGIN, other: '404' },
  },
  own('/carpool/record/:participantId/deposit', { others: '404' }),
  {
    route: '/drive/:token',
    at: '/drive/nothing',
    visitor: '410',
    mine: '410',
    post: { visitor: '400', other: '400' },
  },
  all('/logout', '/logout', '→ /'),
  { route: '/session-expired', at: '/session-expired', visitor: '200', mine: '→ /' },
  own('/notices', { post: '→ /notices' }),
  all('/language', '/language', '→ /'),
  open('/contact-qr.svg'),
  all('/*', '/nothing-here', '404'),
]

type ConsolePage = { route: string; at: string; scope?: string; is?: string; post?: true }
const office = (
  route: string,
  scope: string | null,
  { at = filled(route), ...more }: Partial<ConsolePage> = {},
): ConsolePage => ({ route, at, ...(scope && { scope }), ...more })
/** The pages of the console: only for administrators with the scope. */
export const consolePages: ConsolePage[] = [
  office('/admin', null, { at: '/admin?index', post: true }),
  office('/admin/*', null, { at: '/admin/nothing-here', is: '404' }),
  office('/admin/confirm', null, { post: true }),
  office('/admin/members', 'members', { post: true }),
  office('/admin/users', 'members'),
  office('/admin/users/:userId/points', 'members', { post: true }),
  office('/admin/users/:userId', 'members', { post: true }),
  office('/admin/audit', 'records'),
  office('/admin/airports', 'catalog'),
  office('/admin/airports/:airportId', 'catalog', { post: true }),
  office('/admin/prices', 'catalog', { post: true }),
  office('/admin/periods', 'catalog', { post: true }),
  office('/admin/postage', 'catalog', { post: true }),
  office('/admin/texts', 'catalog', { post: true }),
  office('/admin/settings', 'settings', { post: true }),
  office('/admin/orders/sheet', 'orders'),
  office('/admin/orders/:kind', 'orders', { at: '/admin/orders/mail' }),
  office('/admin/orders/:kind/:orderId', 'orders', {
    at: '/admin/orders/mail/{placedId}',
    post: true,
  }),
  office('/admin/orders/:kind/:orderId/fail', 'orders', {
    at: '/admin/orders/mail/{placedId}/fail',
    post: true,
  }),
  office('/admin/requests', 'records'),
  office('/admin/requests/new', 'members', {
    at: '/admin/requests/new?user={userId}',
    post: true,
  }),
  office('/admin/requests/:requestId', 'members', { post: true }),
  office('/admin/correct', 'members', { at: '/admin/correct?user={userId}', post: true }),
  office('/admin/notes', null, { is: '→ /admin', post: true }),
  office('/admin/messages/new', 'members', {
    at: '/admin/messages/new?user={userId}',
    post: true,
  }),
  office('/admin/search', null, { at: '/admin/search?find={userId}' }),
  office('/admin/payments', 'records', { post: true }),
  office('/admin/payments/:intentId', 'records', {
    at: '/admin/payments/pi_none',
    is: '404',
    post: true,
  }),
  office('/admin/payments/:intentId/refund', 'records', {
    at: '/admin/payments/pi_none/refund',
    is: '404',
    post: true,
  }),
  office('/admin/exports/:name', 'records', {
    at: '/admin/exports/ledger?from=2026-11-01&to=2026-11-02',
  }),
  office('/admin/accounts', 'records', { post: true }),
  office('/admin/exports', 'records'),
  office('/admin/bookings', 'dispatch'),
  office('/admin/bookings/print', 'dispatch', {
    at: '/admin/bookings/print?from=2026-11-01&to=2026-11-02',
  }),
  office('/admin/refunds/:refundId', 'records', { post: true }),
  office('/admin/day', 'dispatch', { at: `/admin/day?date=${LATER}` }),
  office('/admin/day/file', 'dispatch', { at: '/admin/day/file?date={day}' }),
  office('/admin/fleet', 'dispatch'),
  office('/admin/vehicles/:id', 'dispatch', { at: '/admin/vehicles/new', post: true }),
  office('/admin/drivers/:id', 'dispatch', { at: '/admin/drivers/new', post: true }),
  office('/admin/carpools/:groupId/car/:carId', 'dispatch', {
    at: '/admin/carpools/{carpoolId}/car/new',
    post: true,
  }),
  office('/admin/trips/:groupId/car/:carId', 'dispatch', {
    at: '/admin/trips/{tripId}/car/new',
    post: true,
  }),
  office('/admin/carpools', 'groups'),
  office('/admin/carpools/:groupId/board', 'groups', {
    at: '/admin/carpools/{carpoolId}/board',
    post: true,
  }),
  office('/admin/trips/:groupId/board', 'groups', {
    at: '/admin/trips/{tripId}/board',
    post: true,
  }),
  office('/admin/wishes', 'groups'),
  office('/admin/trips', 'groups'),
  office('/admin/carpools/:groupId', 'groups', { at: '/admin/carpools/{carpoolId}' }),
  office('/admin/trips/:groupId', 'groups', { at: '/admin/trips/{tripId}', post: true }),
  office('/admin/carpools/:groupId/cancel', 'groups', {
    at: '/admin/carpools/{carpoolId}/cancel',
    post: true,
  }),
  office('/admin/carpools/:groupId/refund/:participantId', 'groups', {
    at: '/admin/carpools/{carpoolId}/refund/{participantId}',
    post: true,
  }),
  office('/admin/carpools/:groupId/move/:participantId', 'dispatch', {
    at: '/admin/carpools/{carpoolId}/move/{participantId}',
    post: true,
  }),
  office('/admin/trips/:groupId/refund/:participantId', 'groups', {
    at: '/admin/trips/{tripId}/refund/{tripPlaceId}',
    post: true,
  }),
  office('/admin/trips/:groupId/cancel', 'groups', {
    at: '/admin/trips/{tripId}/cancel',
    post: true,
  }),
]
