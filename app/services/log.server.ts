export type LogFields = Record<string, string | number | boolean | null | undefined>
export type Log = {
  info(message: string, fields?: LogFields): void
  warn(message: string, fields?: LogFields): void
  /** `error` gives its name and message only; callers must not put personal data into messages. */
  error(message: string, error: unknown, fields?: LogFields): void
}

/**
 * One JSON object a line. Takes the fields that every line of this request or object carries.
 * Never log a code, a password, a token, a card, a phone number, an address or a name.
 */
export function createLog(base: LogFields): Log {
  const write = (level: 'info' | 'warn' | 'error', message: string, fields?: LogFields) =>
    // biome-ignore lint/suspicious/noConsole: the platform collects structured logs from the console
    console[level](JSON.stringify({ level, message, ...base, ...fields }))
  return {
    info: (message, fields) => write('info', message, fields),
    warn: (message, fields) => write('warn', message, fields),
    error: (message, error, fields) =>
      write('error', message, {
        ...fields,
        error: error instanceof Error ? `${error.name}: ${error.message}` : String(error),
        stack: error instanceof Error ? error.stack : undefined,
      }),
  }
}
