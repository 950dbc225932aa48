import { hours } from '#app/domain/limits.ts'
import { type Instant, londonWall } from '#app/domain/time.ts'

/** One appointment of one person, with its texts in her language. */
export type CalendarEvent = {
  /** Stays the same for ever: a newer file of it replaces the older one in her calendar. */
  uid: string
  /** Grows with every change, so that calendars know which of two files is the newer. */
  sequence: number
  /** When the file is written. */
  stampAt: Instant
  startAt: Instant
  endAt: Instant
  status: 'TENTATIVE' | 'CONFIRMED' | 'CANCELLED'
  summary: string
  description: string
  location: string
  /** The page that tells more. */
  url: string
}

const ZONE = 'Europe/London'
const LINE_OCTETS_MAX = 75
const HOUR = hours(1)
const encoder = new TextEncoder()

/** Since 1996 the clocks of the whole European side change at 01:00 UTC, on the last Sundays of March and October. */
const TIMEZONE = [
  'BEGIN:VTIMEZONE',
  `TZID:${ZONE}`,
  'BEGIN:DAYLIGHT',
  'TZOFFSETFROM:+0000',
  'TZOFFSETTO:+0100',
  'TZNAME:BST',
  'DTSTART:19960331T010000',
  'RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU',
  'END:DAYLIGHT',
  'BEGIN:STANDARD',
  'TZOFFSETFROM:+0100',
  'TZOFFSETTO:+0000',
  'TZNAME:GMT',
  'DTSTART:19961027T020000',
  'RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU',
  'END:STANDARD',
  'END:VTIMEZONE',
]

/**
 * An iCalendar file (RFC 5545) of one appointment, in London time, with a reminder a day before. A cancelled one takes the
 * appointment out of the calendar again (RFC 5546). It names no organizer: calendars would take it for an
 * invitation then, which its owner cannot change and whose reminder is dropped.
 */
export function writeCalendar(event: CalendarEvent): string {
  const cancelled = event.status === 'CANCELLED'
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//neighbourhelp//calendar//EN',
    'CALSCALE:GREGORIAN',
    `METHOD:${cancelled ? 'CANCEL' : 'PUBLISH'}`,
    ...TIMEZONE,
    'BEGIN:VEVENT',
    `UID:${event.uid}`,
    `SEQUENCE:${event.sequence}`,
    `DTSTAMP:${utc(event.stampAt)}`,
    timeLine('DTSTART', event.startAt),
    timeLine('DTEND', event.endAt),
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

/** `20261206T140000Z` */
const utc = (at: Instant): string => `${new Date(at).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`

/**
 * London time by the clock. In October an hour comes twice, and calendars do not agree on which of the two a clock
 * time means: what falls in it is written in UTC, so that nobody comes an hour too early or too late.
 */
function timeLine(name: string, at: Instant): string {
  const wall = londonWall(at)
  const twice = [at - HOUR, at + HOUR].some((other) => londonWall(other) === wall)
  return twice ? `${name}:${utc(at)}` : `${name};TZID=${ZONE}:${wall.replace(/[-:]/g, '')}00`
}

const escapeText = (text: string): string =>
  text.replace(/[\\;,]/g, (sign) => `\\${sign}`).replace(/\r\n|\r|\n/g, '\\n')

/** Breaks a line into pieces of at most 75 octets; a letter of several octets is never broken. */
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
