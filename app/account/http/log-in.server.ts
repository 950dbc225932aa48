import { type Login, logInByPassword } from '#app/account/service/accounts.server.ts'
import { deviceCookie, readDevice } from '#app/account/service/devices.server.ts'
import {
  endSession,
  sessionCookie,
  sessionCookieName,
} from '#app/account/service/sessions.server.ts'
import type { Result } from '#app/kernel/result.ts'
import { readCookie } from '#app/platform/cookies.server.ts'
import type { AppContext } from '#app/server/context.server.ts'

type Credentials = { phone: string; password: string }

/**
 * Logs a student in. The session is always new; the one that the browser sent is ended
 * (docs/rules.md#logging-in). Fails as `logInByPassword` does.
 */
export async function logIn(
  context: AppContext,
  request: Request,
  { phone, password }: Credentials,
): Promise<Result<Login>> {
  const from = {
    address: context.address,
    device: readDevice(request, 'student', context.secure),
    userAgent: request.headers.get('User-Agent'),
  }
  const login = await logInByPassword(context, phone, password, from)
  if (!login.ok) return login
  const before = readCookie(request, sessionCookieName(context.secure))
  if (before) await endSession(context, before)
  context.setCookie(sessionCookie(login.value.token, context.secure))
  context.setCookie(deviceCookie(login.value.device, 'student', context.secure))
  return login
}
