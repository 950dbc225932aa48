import { type LogFields, requestFields } from './request-scope.server.ts'

export type Log = {
  info(message: string, fields?: LogFields): void
  warn(message: string, fields?: LogFields): void
  /**
   * Logs the error's name, message and stack frames; callers must not put personal data into
   * messages.
   */
  error(message: string, error: unknown, fields?: LogFields): void
}

/**
 * One JSON object per line, with the fields of its request. `base`: further fields for every line.
 * Never log a code, a password, a token, a card, a phone number, an address or a name. Two things
 * are removed from every URL in a line: the secret in a driver's link, and whatever follows a
 * password's name, even if the URL's question mark is encoded.
 */
export function createLog(base: LogFields = {}): Log {
  const write = (level: 'info' | 'warn' | 'error', message: string, fields?: LogFields) =>
    // biome-ignore lint/suspicious/noConsole: the platform collects structured logs from the console
    console[level](
      withoutSecrets(
        JSON.stringify({ level, message, ...requestFields(), ...base, ...fields }, shortened),
      ),
    )
  return {
    info: (message, fields) => write('info', message, fields),
    warn: (message, fields) => write('warn', message, fields),
    error: (message, error, fields) =>
      write('error', message, { ...fields, error: describe(error), stack: framesOf(error) }),
  }
}

/** A URL can be 16 kB long. */
const TEXT_MAX = 4000
const shortened = (_name: string, value: unknown) =>
  typeof value === 'string' && value.length > TEXT_MAX ? `${value.slice(0, TEXT_MAX)}…` : value

const withoutSecrets = (line: string): string =>
  line
    .replace(/\/drive\/[^"\\\s?]+/gi, '/drive/…')
    .replace(/%(?:25)*3f[^"\\\s]*/gi, '?…')
    .replace(/((?:phone|pass|code|token|secret|key)\w*(?:=|%(?:25)*3d))[^"\\\s]*/gi, '$1…')

/** A failed query's own message contains the values it was run with; its text and cause do not. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if ('query' in error && 'params' in error)
    return `Failed query: ${error.query}: ${describe(error.cause)}`
  const text = `${error.name}: ${error.message}`
  return error.cause ? `${text}: ${describe(error.cause)}` : text
}

/** The stack frames, without the message that a stack begins with. */
const framesOf = (error: unknown): string | undefined =>
  error instanceof Error ? error.stack?.match(/^\s+at .*$/gm)?.join('\n') : undefined
