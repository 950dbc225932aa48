import { index, type RouteConfig, route } from '@remix-run/route-config'

// Every page by name. A dialog is a child of the page it stands over, but for the payments of orders and trips, which are always
// loaded as documents and do without the list. (/api is not here: app/api.)
export default [
  index('routes/home/route.tsx'),
  route('carpool', 'routes/carpool/route.tsx', [
    route('create', 'routes/carpool-create/route.tsx'),
    route(':carpoolId/terms', 'routes/carpool-terms/route.tsx'),
    route(':carpoolId/join', 'routes/carpool-join/route.tsx'),
    route('pay/:participantId', 'routes/carpool-pay/route.tsx'),
  ]),
  route('carpool/record/:participantId', 'routes/carpool-record/route.tsx'),
  route('mail', 'routes/mail/route.tsx', [route('create', 'routes/mail-create/route.tsx')]),
  route('mail/pay/:orderId', 'routes/mail-pay/route.tsx'),
  route('moving', 'routes/moving/route.tsx', [route('create', 'routes/moving-create/route.tsx')]),
  route('moving/pay/:orderId', 'routes/moving-pay/route.tsx'),
  route('move', 'routes/move/route.ts'),
  route('storage', 'routes/storage/route.tsx'),
  route('trip', 'routes/trip/route.tsx', [
    route('create', 'routes/trip-create/route.tsx'),
    route(':tripId/terms', 'routes/trip-terms/route.tsx'),
    route(':tripId/join', 'routes/trip-join/route.tsx'),
    route('exit/:tripId', 'routes/trip-exit/route.tsx'),
  ]),
  route('trip/pay/:tripId', 'routes/trip-pay/route.tsx'),
  route('trip/balance/:tripId', 'routes/trip-balance/route.tsx'),
  route('trip/balance/:tripId/begin', 'routes/trip-balance/begin.ts'),

  route('share/:kind/:id', 'routes/share/route.tsx'),
  route('share/:kind/:id/qr.svg', 'routes/share-qr/route.ts'),
  route('calendar/:kind/:participantId', 'routes/calendar/route.ts'),
  route('calendar/:kind/:participantId/open', 'routes/calendar-open/route.tsx'),

  route('login', 'routes/login/route.tsx'),
  route('register', 'routes/register/route.tsx'),
  route('forgot-password', 'routes/forgot-password/route.tsx'),
  route('profile', 'routes/profile/route.tsx', [
    route('contact', 'routes/profile-contact/route.tsx'),
    route('flat', 'routes/profile-flat/route.tsx'),
    route('exit/:participantId', 'routes/profile-exit/route.tsx'),
    route('convert/:participantId', 'routes/profile-convert/route.tsx'),
    route('cancel/:participantId', 'routes/profile-cancel/route.tsx'),
    route('info/:participantId', 'routes/profile-info/route.tsx'),
    route('pay/:participantId', 'routes/profile-pay/route.tsx'),
    route('deposit/:participantId', 'routes/profile-deposit/route.tsx'),
  ]),
  route('profile/data', 'routes/profile-data/route.tsx'),
  route('profile/data/download', 'routes/profile-data-download/route.ts'),
  route('profile/data/close', 'routes/profile-close/route.tsx'),
  route('profile/emails', 'routes/profile-emails/route.ts'),
  route('profile/pay/:participantId/begin', 'routes/profile-pay/begin.ts'),
  route('profile/deposit/:participantId/begin', 'routes/profile-deposit/begin.ts'),
  route('profile/deposit/:participantId/check', 'routes/profile-deposit/check.ts'),
  route('logout', 'routes/logout/route.ts'),
  route('session-expired', 'routes/session-expired/route.tsx'),

  route('admin/login', 'routes/admin-login/route.tsx'),
  route('admin/logout', 'routes/admin-logout/route.ts'),
  route('admin', 'routes/admin/route.tsx', [
    index('routes/admin-today/route.tsx'),
    route('confirm', 'routes/admin-confirm/route.tsx'),
    route('airports', 'routes/admin-airports/route.tsx'),
    route('airports/:airportId', 'routes/admin-airport/route.tsx'),
    route('prices', 'routes/admin-prices/route.tsx'),
    route('periods', 'routes/admin-periods/route.tsx'),
  ]),

  route('notices', 'routes/notices/route.tsx'),
  route('language', 'routes/language/route.ts'),
  route('contact-qr.svg', 'routes/contact-qr/route.ts'),
  route('*', 'routes/not-found/route.tsx'),
] satisfies RouteConfig
