import { data } from '@remix-run/cloudflare'
import { codeSchema, PROOF_MAX } from '#app/account/schema.server.ts'
import type { Caller } from '#app/account/service/accounts.server.ts'
import type { CodeSent } from '#app/account/service/codes.server.ts'
import type { Prove } from '#app/account/ui/person-check.tsx'
import { isUkMobile } from '#app/kernel/account.ts'
import { CODE_LIFE_MS, CODE_RESEND_S } from '#app/kernel/limits.ts'
import { countOf } from '#app/kernel/number.ts'
import { fail, type Result } from '#app/kernel/result.ts'
import type { Instant } from '#app/kernel/time.ts'
import { hostCookie, readCookie, writeCookie } from '#app/platform/cookies.server.ts'
import type { AppContext } from '#app/server/context.server.ts'
import { asSent, isFilledByProgram, readForm, refuseForm } from '#app/web/http/form.server.ts'

/**
 * When the next code may be requested, the server's current time for the countdown, and the phone
 * that the last code was sent to.
 */
export type CodeWait = { until: Instant; now: Instant; phone: string }

/** A proof is valid for one submission. */
const proveWith = ({ config: { turnstile } }: AppContext): Prove => ({
  siteKey: turnstile.siteKey,
  scriptUrl: turnstile.jsUrl,
})
/** Named by Turnstile, which adds the field to the form. */
const PROOF_FIELD = 'cf-turnstile-response'

const NOTHING_SENT = { sent: false, ofCode: false, wait: null, prove: null } as {
  sent: boolean
  ofCode: boolean
  wait: CodeWait | null
  prove: Prove | null
}

const WAIT_MS = CODE_RESEND_S * 1000

/**
 * After a reload, the phone and the rest of the countdown, while the code is valid. The service
 * enforces the actual limit.
 */
export function readCodeWait(context: AppContext, request: Request): CodeWait | null {
  const cookie = readCookie(request, hostCookie('code-wait', context.secure)) ?? ''
  const [at = '', phone = ''] = cookie.split('.')
  const [until, now] = [countOf(at) ?? 0, context.clock.now()]
  const isLive = until <= now + WAIT_MS && now < until + CODE_LIFE_MS - WAIT_MS
  return isLive && isUkMobile(phone) ? { until, now, phone } : null
}

function setCodeWait(context: AppContext, until: Instant, phone: string): CodeWait {
  writeWait(context, `${until}.${phone}`, CODE_LIFE_MS / 1000)
  return { until, now: context.clock.now(), phone }
}
/** Once a code has been used: the next visitor must not see the phone. */
export const forgetCodeWait = (context: AppContext) => writeWait(context, '', 0)

function writeWait(context: AppContext, value: string, maxAgeSeconds: number) {
  const { secure } = context
  const options = { maxAgeSeconds, httpOnly: true, secure }
  context.setCookie(writeCookie(hostCookie('code-wait', secure), value, options))
}

/**
 * The send-code button of a form: sends a code to the form's phone and returns the form with all
 * its values. The answer does not reveal whether the phone is registered
 * (docs/rules.md#account-details). `ofCode`: the answer is about the code, not the form around the
 * button.
 */
export async function answerCodeRequest(
  context: AppContext,
  form: FormData,
  send: (context: AppContext, phone: string, caller: Caller) => Promise<Result<CodeSent>>,
) {
  const passed = await context.shield('account/code-request')
  const read = passed.ok ? readForm(context, form, codeSchema) : passed
  if (!read.ok) return refuseForm(context, form, read.error, { ...NOTHING_SENT, ofCode: true })
  const { address, language } = context
  const given = form.get(PROOF_FIELD)
  const proof = typeof given === 'string' && given ? given.slice(0, PROOF_MAX) : undefined
  const sent = isFilledByProgram(form)
    ? fail('validationFailed')
    : await send(context, read.value.phone, { address, language, proof })
  const { phone } = read.value
  if (sent.ok) {
    const wait = setCodeWait(context, sent.value.resendAt, phone)
    const answer = { result: asSent(form), sent: true, ofCode: true, wait, prove: null }
    return data(answer, { status: 200 })
  }
  const { code, params } = sent.error
  const left = code === 'codeJustSent' ? Number(params?.retryAfterSeconds) : 0
  const wait = left > 0 ? setCodeWait(context, context.clock.now() + left * 1000, phone) : null
  const prove = code === 'proofRequired' ? proveWith(context) : null
  return refuseForm(context, form, sent.error, { ...NOTHING_SENT, ofCode: true, wait, prove })
}

/** The code's part of an answer about the form itself: no code was requested. */
export const noCodeSent = (context: AppContext, request: Request) => ({
  ...NOTHING_SENT,
  wait: readCodeWait(context, request),
})
