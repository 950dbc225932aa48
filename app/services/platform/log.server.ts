import { type LogFields, requestFields } from './request-scope.server.ts'

export type Log = {
  info(message: string, fields?: LogFields): void
  warn(message: string, fields?: LogFields): void
  /** `error` gives its name and message only; callers must not put personal data into messages. */
  error(message: string, error: unknown, fields?: LogFields): void
}

/**
 * One JSON object a line, with the fields of the request that it belongs to. Takes further fields
 * for every line. Never log a code, a password, a token, a card, a phone number, an address or a
 * name.
 */
export function createLog(base: LogFields = {}): Log {
  const write = (level: 'info' | 'warn' | 'error', message: string, fields?: LogFields) =>
    // biome-ignore lint/suspicious/noConsole: the platform collects structured logs from the console
    console[level](JSON.stringify({ level, message, ...requestFields(), ...base, ...fields }))
  return {
    info: (message, fields) => write('info', message, fields),
    warn: (message, fields) => write('warn', message, fields),
    error: (message, error, fields) =>
      write('error', message, { ...fields, error: describe(error), stack: framesOf(error) }),
  }
}

/** A failed query's own message holds the values it was run with; its text and cause hold none. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if ('query' in error && 'params' in error)
    return `Failed query: ${error.query}: ${describe(error.cause)}`
  return `${error.name}: ${error.message}`
}

/** Where it happened, without the message that a stack begins with. */
const framesOf = (error: unknown): string | undefined =>
  error instanceof Error ? error.stack?.match(/^\s+at .*$/gm)?.join('\n') : undefined
