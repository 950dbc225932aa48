/**
 * The one error catalogue (API.md table, SPEC section 8): code → HTTP status. The text of
 * each code is in locales/<language>/errors.json under the same name; a code without a text
 * does not compile (app/i18n/types.ts).
 */
export const errorCatalogue = {
  malformedBody: 400,
  loginExpired: 401,
  loginFailed: 401,
  forbidden: 403,
  adminOnly: 403,
  memberOnly: 403,
  notFound: 404,
  invalidCarpool: 404,
  methodNotAllowed: 405,
  alreadyJoined: 409,
  carpoolFull: 409,
  notOpen: 409,
  cutoffPassed: 409,
  operationExpired: 409,
  holdExpired: 409,
  depositRequired: 409,
  depositReleased: 409,
  balanceNotDue: 409,
  alreadyPaid: 409,
  paymentNotConfirmed: 409,
  phoneTaken: 409,
  emailTaken: 409,
  idempotencyKeyReused: 409,
  bodyTooLarge: 413,
  unsupportedMediaType: 415,
  validationFailed: 422,
  passwordMismatch: 422,
  verificationCodeInvalid: 422,
  flightTimeOrder: 422,
  flightTimeRangeError: 422,
  invalidLocalTime: 422,
  invalidPaymentAmount: 422,
  rateLimited: 429,
  codeJustSent: 429,
  internal: 500,
  paymentInitFailed: 502,
  smsFailed: 502,
  unavailable: 503,
} as const satisfies Record<string, number>

export type ErrorCode = keyof typeof errorCatalogue
