import { env } from 'cloudflare:workers'
import { createServices } from '#app/services/services.server.ts'
import { devRuntime } from '#workers/dev/runtime.ts'
import { Visitor } from './accounts/visitor.ts'
import type { Student } from './orders/kit.ts'

export { newStudent } from './orders/kit.ts'

const { sessions } = createServices(env, devRuntime(env), { info() {}, warn() {}, error() {} })

export const ORIGIN = 'http://localhost:8787'
export const WECHAT = {
  'User-Agent': 'Mozilla/5.0 (iPhone) AppleWebKit/605.1.15 MicroMessenger/8.0.50',
}

/** A student's browser without scripts, logged in. */
export async function browserOf({ id }: Student, lang: 'zh' | 'en' = 'zh'): Promise<Visitor> {
  const visitor = new Visitor({ lang })
  visitor.cookies.set('sid', (await sessions.create(id)).token)
  return visitor
}
