import type { Language } from '#app/i18n/languages.ts'
import { getT } from '#app/i18n/server.ts'
import { withBase } from '#app/kernel/base-path.ts'
import { htmlOf } from './mail-html.server.ts'
import type { MailWords, NoticeWords } from './notice-texts.server.ts'
import type { Line, Ticket } from './notice-ticket.server.ts'

export type Mail = { subject: string; text: string; html: string; headers: Record<string, string> }

/**
 * An email's unsubscribe link: `off` if its address is confirmed, `unwanted` if it may be a
 * stranger's.
 */
type Out = { way: 'off' | 'unwanted'; link: string }

/**
 * A notice as an email: the same words below a ticket, a button to its page, and unsubscribe links
 * for readers and their mail programs (RFC 8058). `siteUrl` is an origin.
 */
export function renderNoticeMail(
  words: NoticeWords & MailWords,
  { way, link }: Out,
  language: Language,
  siteUrl: string,
): Mail {
  const t = getT(language)
  const why = t(`notices:email.why.${way}`, { app: t('common:appName') })
  const stop = { text: t(`notices:email.stop.${way}`), off: link }
  const mail = renderMail({ ...words, why, stop, language, siteUrl })
  const headers = {
    'List-Unsubscribe': `<${link}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  }
  return { ...mail, headers }
}

type Words = Pick<NoticeWords, 'title' | 'message' | 'to' | 'open'> & {
  /** The default is the title. */
  subject?: string
  ticket?: Ticket | null
  lines?: Line[]
  receipt?: string | null
  /** Why this email was sent. */
  why: string
  /** How to unsubscribe. */
  stop?: { text: string; off: string }
  language: Language
  /** An origin. */
  siteUrl: string
}

/** An email with a single button. Its text has the same facts in the same order. */
export function renderMail(words: Words): Mail {
  const { title, message, to, open, why, stop, language, siteUrl } = words
  const { subject = title, ticket = null, lines = [], receipt = null } = words
  const t = getT(language)
  const app = t('common:appName')
  const paper = receipt
    ? { label: t('pay:receipt.title'), link: siteUrl + withBase(receipt) }
    : null
  const link = siteUrl + withBase(to)
  const first = ticket ? firstLineOf(ticket) : message
  const paid = lines.map(({ label, value }) => `${label}: ${value}`).join('\n')
  const footer = `--\n${why}\n${stop ? `${stop.text}: ${stop.off}\n` : ''}`
  return {
    // A trip's name is user input.
    subject: subject.replace(/\s+/g, ' ').trim(),
    text: [
      ...[ticket && first, title, paid, message, `${open}: ${link}`],
      ...[paper && `${paper.label}: ${paper.link}`, footer],
    ]
      .filter(Boolean)
      .join('\n\n'),
    html: htmlOf(
      { app, title, message, open, link, why, stop: stop?.text ?? '', off: stop?.off ?? '', first },
      { ticket, lines, paper, language },
    ),
    headers: {},
  }
}

/** A ticket on one line, as the preview of an inbox shows it. */
function firstLineOf({ day, time, zone, name, seats, price }: Ticket): string {
  const when = [day, time, zone].filter(Boolean).join(' ')
  return [when, name, seats?.words, price].filter(Boolean).join(' · ')
}
