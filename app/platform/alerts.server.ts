import { getT } from '#app/i18n/server.ts'
import type { EmailService } from './email.server.ts'

/** Alerts to the operator, as named in locales admin. */
export type AlertName = `texts.${'half' | 'open' | 'all'}`
/** Never throws. Nothing is sent if no address is set. */
export type Alert = (name: AlertName, params: Record<string, number>) => Promise<void>

/** Emails the operator, in both languages, about what cannot wait until they open the console. */
export const createAlerts =
  ({ email, to }: { email: EmailService; to: string | null }): Alert =>
  async (name, params) => {
    if (!to) return
    const [zh, en] = [getT('zh'), getT('en')]
    const lines = [zh, en].map((t) => t(`admin:alert.${name}`, params))
    await email.send({
      key: `alert:${name}:${crypto.randomUUID()}`,
      to,
      subject: zh('admin:alert.subject'),
      text: lines.join('\n\n'),
      html: lines.map((line) => `<p>${line}</p>`).join(''),
      headers: {},
    })
  }
