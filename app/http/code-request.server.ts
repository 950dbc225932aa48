import { data } from '@remix-run/cloudflare'
import { CODE_RESEND_S } from '../domain/limits.ts'
import { fail } from '../domain/result.ts'
import type { Instant } from '../domain/time.ts'
import { codeFormSchema } from '../schemas/account.server.ts'
import type { AppContext } from '../services/context.server.ts'
import { readCookie, writeCookie } from './cookies.server.ts'
import { isFilledByProgram, readForm, refused, refuseForm, sendBack } from './form.server.ts'

/** When the next code may be asked for, and the server's time to count down from. */
export type CodeWait = { until: Instant; now: Instant }

const COOKIE = 'code-wait'
const WAIT_MS = CODE_RESEND_S * 1000

/** What is left of the countdown after a reload; the limit itself is kept by the service. */
export function readCodeWait(context: AppContext, request: Request): CodeWait | null {
  const until = Number(readCookie(request, COOKIE))
  const now = context.clock.now()
  return until > now && until <= now + WAIT_MS ? { until, now } : null
}

function setCodeWait(context: AppContext, until: Instant): CodeWait {
  const { clock, secure } = context
  const options = { maxAgeSeconds: CODE_RESEND_S, httpOnly: true, secure }
  context.setCookie(writeCookie(COOKIE, String(until), options))
  return { until, now: clock.now() }
}

/**
 * The send-code button of a form: sends a code to its phone and gives the form back with all its
 * values. A phone that is registered, or is not, gets the same answer (DESIGN section 6).
 */
export async function answerCodeRequest(
  context: AppContext,
  form: FormData,
  send: 'sendRegisterCode' | 'sendPasswordCode',
) {
  const submission = readForm(context, form, codeFormSchema)
  if (submission.status !== 'success')
    return refused({ result: sendBack(submission), sent: false, wait: null })
  const { address, language } = context
  const passed = isFilledByProgram(form) ? fail('validationFailed') : await context.shield('CODE_SEND')
  const sent = passed.ok
    ? await context.accounts[send](submission.value.phone, { address, language })
    : passed
  if (sent.ok) {
    const wait = setCodeWait(context, sent.value.resendAt)
    return data({ result: sendBack(submission), sent: true, wait }, { status: 200 })
  }
  const { code, params } = sent.error
  const left = code === 'codeJustSent' ? Number(params?.retryAfterSeconds) : 0
  const wait = left > 0 ? setCodeWait(context, context.clock.now() + left * 1000) : null
  const result = refuseForm(context, submission, sent.error, { codeJustSent: 'verificationCode' })
  return refused({ result, sent: false, wait }, code)
}
