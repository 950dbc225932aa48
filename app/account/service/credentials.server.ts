import { createHmac } from 'node:crypto'
import { setOwnPassword, setPhone } from '#app/account/rows/credentials.server.ts'
import { findCredentials } from '#app/account/rows/users.server.ts'
import { getT } from '#app/i18n/server.ts'
import type { UserId } from '#app/kernel/id.ts'
import { fail, ok, type Result } from '#app/kernel/result.ts'
import type { Clock } from '#app/kernel/time.ts'
import { noticeAbout } from '#app/notices/rules/notices.ts'
import type { Alert } from '#app/platform/alerts.server.ts'
import type { Config } from '#app/platform/config.server.ts'
import { createLimits } from '#app/platform/limits.server.ts'
import type { Log } from '#app/platform/log.server.ts'
import { createSms } from '#app/platform/sms.server.ts'
import { issue } from '#app/schemas/issue.ts'
import type { Db } from '#db/db.ts'
import type { Accounts, Caller } from './accounts.server.ts'
import { type CodeSent, createCodes } from './codes.server.ts'
import { createPasswords } from './passwords.server.ts'
import type { Sessions, User } from './sessions.server.ts'

type Deps = {
  db: Db
  clock: Clock
  config: Pick<Config, 'pepper' | 'twilio'>
  fetch: typeof fetch
  log: Log
  alert: Alert
  accounts: Pick<Accounts, 'prove'>
  sessions: Pick<Sessions, 'hashOf'>
  /** Whether limits also count by address (off in development unless DEV_LIMITS=on). */
  addressLimits: boolean
}

/**
 * Changes to login credentials while logged in. They always require the password and are reported
 * by email, and every session except the current one (`token`) ends.
 */
export function createCredentials({
  db,
  clock,
  config,
  fetch,
  log,
  alert,
  accounts,
  sessions,
  addressLimits,
}: Deps) {
  const keyed = (label: string, value: string) =>
    createHmac('sha256', config.pepper).update(`${label}:${value}`).digest('base64url')
  const passwords = createPasswords(config.pepper)
  const limits = createLimits({ db, clock, log, keyed })
  const codes = createCodes({
    db,
    clock,
    limits,
    sms: createSms({ twilio: config.twilio, fetch, log }),
    alert,
    log,
    keyed,
  })

  async function prove(id: UserId, password: string): Promise<Result<null>> {
    const proved = await accounts.prove(id, password)
    return proved.ok || proved.error.code !== 'loginFailed'
      ? proved
      : fail('loginFailed', { context: 'confirm' })
  }
  const change = (id: UserId, code: 'passwordChanged' | 'phoneChanged', token: string) => {
    const now = clock.now()
    const notice = { ...noticeAbout(code, crypto.randomUUID(), id, {}), createdAt: now }
    return { id, keepHash: sessions.hashOf(token), notice, now }
  }

  return {
    /**
     * Fails with loginFailed (the current password is wrong), rateLimited, or validationFailed (the
     * new password is the phone or the email).
     */
    async changePassword(
      user: User,
      present: string,
      next: string,
      token: string,
    ): Promise<Result<null>> {
      if (next === user.phone || next === user.email)
        return fail('validationFailed', { field: 'newPassword', issue: issue('passwordCommon') })
      const counted = await limits.takePasswordChange(user.id)
      if (!counted.ok) return counted
      const proved = await prove(user.id, present)
      if (!proved.ok) {
        await counted.value.giveBack()
        return proved
      }
      const set = await setOwnPassword(
        db,
        passwords.hash(next),
        change(user.id, 'passwordChanged', token),
      )
      if (!set) return fail('loginExpired')
      log.info('password changed', { userId: user.id })
      return ok(null)
    },

    /**
     * Sends a code to the new phone. As with registration, a registered phone gets the same answer,
     * but a message that says it is registered. Fails with codeJustSent, rateLimited or smsFailed.
     */
    async sendPhoneCode(
      id: UserId,
      phone: string,
      { address, language }: Caller,
    ): Promise<Result<CodeSent>> {
      const t = getT(language)
      const allowed = await limits.takePhoneCode(id)
      if (!allowed.ok) return allowed
      const entitled = (await findCredentials(db, phone)) === null
      const message = (code: string | null) =>
        code ? t('account:sms.phone', { code }) : t('account:sms.registered')
      return codes.send({
        phone,
        purpose: 'phone',
        address: addressLimits ? address : null,
        // Codes for a new phone have a limit of each account's own.
        proven: true,
        message,
        entitled,
      })
    },

    /**
     * Fails with loginFailed (the password is wrong), rateLimited, verificationCodeInvalid or
     * phoneTaken.
     */
    async changePhone(
      id: UserId,
      {
        phone,
        verificationCode,
        currentPassword,
      }: Record<'phone' | 'verificationCode' | 'currentPassword', string>,
      token: string,
    ): Promise<Result<null>> {
      const proved = await prove(id, currentPassword)
      if (!proved.ok) return proved
      const proof = await codes.check(phone, 'phone', verificationCode, { id })
      if (!proof.ok) return proof
      // A repeat of the same change, whose answer was lost.
      if (!proof.value) return ok(null)
      // Only someone holding a code for the phone can learn that it was taken meanwhile.
      if (!(await setPhone(db, proof.value, change(id, 'phoneChanged', token))))
        return fail((await findCredentials(db, phone)) ? 'phoneTaken' : 'verificationCodeInvalid')
      log.info('phone changed', { userId: id })
      return ok(null)
    },
  }
}
