import { createHash, randomBytes } from 'node:crypto'
import {
  type Addresses,
  confirmAddress,
  findAddresses,
  findByLink,
  setLink,
} from '#app/account/rows/email-links.server.ts'
import { getT } from '#app/i18n/server.ts'
import { emailKey } from '#app/kernel/account.ts'
import type { UserId } from '#app/kernel/id.ts'
import { EMAIL_LINK_MS, EMAIL_LINK_RESEND_S } from '#app/kernel/limits.ts'
import { fail, ok, type Result } from '#app/kernel/result.ts'
import { isUnwanted, stopEmails, wayOutLink } from '#app/notices/service/email-stops.server.ts'
import { renderMail } from '#app/notices/service/notice-mail.server.ts'
import { takeEmailLink } from '#app/platform/limits.server.ts'
import type { Needs } from '#app/platform/resources.server.ts'

/** The page a link opens. Its token is in the query, which is never logged. */
const PAGE = '/confirm-email'
const TOKEN_BYTES = 32

type Confirmed = Pick<Addresses, 'email' | 'emailNotices'>
type LinkRead = Confirmed & { confirmed: boolean }

const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64url')

/**
 * The address that needs a link: unconfirmed, or to be confirmed again because sending there has
 * stopped; null if there is none.
 */
export const addressToConfirm = ({
  email,
  pendingEmail,
  emailConfirmedAt,
  emailStop,
}: Pick<Addresses, 'email' | 'pendingEmail' | 'emailConfirmedAt' | 'emailStop'>): string | null =>
  pendingEmail ?? (emailConfirmedAt === null || emailStop !== null ? email : null)

// Links with which students prove that an email address is theirs. Until then it only gets emails
// that concern their money or seat, and others can still use the address.

async function sendLink(
  context: Needs<'db' | 'clock' | 'log' | 'config' | 'email'>,
  id: UserId,
  again: boolean,
): Promise<Result<{ resendAfterSeconds: number }>> {
  const { db, clock, email, log } = context
  const addresses = await findAddresses(db, id)
  const to = addresses && addressToConfirm(addresses)
  if (!to) return fail('operationExpired', { context: 'emailConfirmed' })
  const allowed = await takeEmailLink(context, id, emailKey(to), again)
  if (!allowed.ok) return allowed
  // A confirmed address is known to be the account's.
  const isTheirs = to === addresses.email && addresses.emailConfirmedAt !== null
  if (!isTheirs && (await isUnwanted(context, to)))
    return fail('emailFailed', { context: 'unwanted' })
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  const hash = hashOf(token)
  if (!(await setLink(db, addresses, { hash, expiresAt: clock.now() + EMAIL_LINK_MS })))
    return fail('unavailable', { retryAfterSeconds: 5 })
  const { kind } = await email.send({
    key: `email-link:${hash}`,
    to,
    ...mailOf(context, addresses, to, token),
  })
  log.info('email link', { userId: id, outcome: kind })
  if (kind === 'undeliverable') await stopEmails(context, to, 'bounced')
  return kind === 'sent' ? ok({ resendAfterSeconds: EMAIL_LINK_RESEND_S }) : fail('emailFailed')
}

function mailOf(
  context: Needs<'config'>,
  { id, language, emailNotices }: Addresses,
  to: string,
  token: string,
) {
  const { config } = context
  const t = getT(language)
  const off = wayOutLink(context, { way: 'unwanted', userId: id, email: to }, language)
  return renderMail({
    title: t('notices:confirm.title'),
    message: t(emailNotices ? 'notices:confirm.text' : 'notices:confirm.textOff'),
    open: t('notices:confirm.open'),
    to: `${PAGE}?${new URLSearchParams({ token })}`,
    why: t('notices:confirm.why', { app: t('common:appName') }),
    stop: { text: t('notices:email.stop.unwanted'), off },
    language,
    siteUrl: config.siteUrl,
  })
}

/**
 * Sends the first link after a registration or a change of address, after the response. Never
 * fails.
 */
export async function sendFirstEmailLink(
  context: Needs<'db' | 'clock' | 'log' | 'config' | 'email'>,
  id: UserId,
): Promise<void> {
  const { log } = context
  await sendLink(context, id, false).catch((error: unknown) =>
    log.error('an email link could not be sent', error),
  )
}

/**
 * Sends a new link and invalidates the earlier ones. Fails with operationExpired (no address to
 * confirm), rateLimited or emailFailed.
 */
export const sendEmailLinkAgain = (
  context: Needs<'db' | 'clock' | 'log' | 'config' | 'email'>,
  id: UserId,
) => sendLink(context, id, true)

/**
 * The address a link confirms, whether it is confirmed already and whether notices will go there;
 * null if the link is unknown, replaced or expired.
 */
export async function readEmailLink(
  { db, clock }: Needs<'db' | 'clock'>,
  token: string,
): Promise<LinkRead | null> {
  const found = await findByLink(db, hashOf(token), clock.now())
  if (!found) return null
  const waiting = addressToConfirm(found)
  const { emailNotices } = found
  return { email: waiting ?? found.email, confirmed: waiting === null, emailNotices }
}

/**
 * Confirms the address of a link; repeating it returns the same answer. Fails with
 * emailLinkInvalid or emailTaken.
 */
export async function confirmEmail(
  { clock, db, log }: Needs<'db' | 'clock' | 'log'>,
  token: string,
): Promise<Result<Confirmed>> {
  const now = clock.now()
  const linkHash = hashOf(token)
  const found = await findByLink(db, linkHash, now)
  if (!found) return fail('emailLinkInvalid')
  const text = addressToConfirm(found)
  const { emailNotices } = found
  if (text === null) return ok({ email: found.email, emailNotices })
  const address = { text, key: emailKey(text) }
  if (await confirmAddress(db, { linkHash, address, now })) {
    log.info('email confirmed', { userId: found.id })
    return ok({ email: text, emailNotices })
  }
  // Pressed twice at once, replaced meanwhile, or confirmed first by another account.
  const after = await findByLink(db, linkHash, now)
  if (!after) return fail('emailLinkInvalid')
  return addressToConfirm(after) === null
    ? ok({ email: after.email, emailNotices })
    : fail('emailTaken', { context: 'link' })
}
