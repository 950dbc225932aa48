import { type Instant, LONDON } from '#app/kernel/time.ts'

/** One appointment of one user, with texts in their language. */
export type CalendarEvent = {
  /** Never changes, so that a newer file replaces the older one in the user's calendar. */
  uid: string
  /** Grows with every change, so that calendars know which of two files is newer. */
  sequence: number
  /** When the file is written. */
  stampAt: Instant
  startAt: Instant
  endAt: Instant
  status: 'TENTATIVE' | 'CONFIRMED' | 'CANCELLED'
  summary: string
  description: string
  location: string
  /** The page with the details. */
  url: string
}

const LINE_OCTETS_MAX = 75
const encoder = new TextEncoder()

/**
 * An iCalendar file (RFC 5545) of one appointment, with a reminder a day before. Times are UTC: a
 * calendar shows them in its reader's zone, and no hour occurs twice. A cancelled appointment is
 * removed from the calendar (RFC 5546). There is no organizer: calendars would then treat the file
 * as an invitation, which its owner cannot change and whose reminder is dropped.
 */
export function writeCalendar(event: CalendarEvent): string {
  const cancelled = event.status === 'CANCELLED'
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//neighbourhelp//calendar//EN',
    'CALSCALE:GREGORIAN',
    `METHOD:${cancelled ? 'CANCEL' : 'PUBLISH'}`,
    'BEGIN:VEVENT',
    `UID:${event.uid}`,
    `SEQUENCE:${event.sequence}`,
    `DTSTAMP:${utc(event.stampAt)}`,
    `DTSTART:${utc(event.startAt)}`,
    `DTEND:${utc(event.endAt)}`,
    `STATUS:${event.status}`,
    `SUMMARY:${escapeText(event.summary)}`,
    `DESCRIPTION:${escapeText(event.description)}`,
    `LOCATION:${escapeText(event.location)}`,
    `URL:${event.url}`,
    ...(cancelled ? [] : reminder(event.summary)),
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${fold(line)}\r\n`).join('')
}

const reminder = (summary: string) => [
  'BEGIN:VALARM',
  'ACTION:DISPLAY',
  'TRIGGER:-P1D',
  `DESCRIPTION:${escapeText(summary)}`,
  'END:VALARM',
]

/**
 * A link to Google's calendar form with the same appointment filled in. Its times are UTC like the
 * file's; Google is only asked to display them in London's zone.
 */
export function googleLink({ summary, description, location, startAt, endAt }: CalendarEvent) {
  const link = new URL('https://calendar.google.com/calendar/render?action=TEMPLATE')
  link.searchParams.set('text', summary)
  link.searchParams.set('dates', `${utc(startAt)}/${utc(endAt)}`)
  link.searchParams.set('ctz', LONDON)
  link.searchParams.set('details', description)
  link.searchParams.set('location', location)
  return link.href
}

/** `20261206T140000Z` */
const utc = (at: Instant): string =>
  `${new Date(at).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`

const escapeText = (text: string): string =>
  text.replace(/[\\;,]/g, (sign) => `\\${sign}`).replace(/\r\n|\r|\n/g, '\\n')

/** Breaks a line into pieces of at most 75 octets, never inside a multi-octet character. */
function fold(line: string): string {
  const pieces: string[] = []
  let piece = ''
  let octets = 0
  for (const letter of line) {
    const size = encoder.encode(letter).length
    if (octets + size > LINE_OCTETS_MAX) {
      pieces.push(piece)
      // The next line begins with a space, which counts too.
      piece = ''
      octets = 1
    }
    piece += letter
    octets += size
  }
  return [...pieces, piece].join('\r\n ')
}
