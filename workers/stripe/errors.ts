import type Stripe from 'stripe'

/** The `error` of a failed call, as the API reference describes it. */
export type ErrorBody = {
  type: 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error'
  message: string
  code?: string
  decline_code?: string
  param?: string
  charge?: string
  payment_intent?: Stripe.PaymentIntent
  payment_method?: Stripe.PaymentMethod
}

/**
 * A call that fails as Stripe's would. `stored`: whether an idempotency key remembers the error; a
 * call that failed before it began (authentication, parameters) is not remembered.
 */
export class ApiError extends Error {
  readonly status: number
  readonly body: ErrorBody
  readonly stored: boolean

  constructor(status: number, body: ErrorBody, stored = true) {
    super(body.message)
    this.status = status
    this.body = body
    this.stored = stored
  }
}

/** An invalid parameter, found before the call begins. */
export const invalidParameter = (code: string, param: string, message: string) =>
  new ApiError(400, { type: 'invalid_request_error', code, param, message }, false)

/** A well-formed call that the state of the object, or of another object, does not allow. */
export const invalidRequest = (message: string, more: Partial<ErrorBody> = {}) =>
  new ApiError(400, { type: 'invalid_request_error', message, ...more })

export const missing = (kind: string, id: string, param = 'id') =>
  new ApiError(404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${kind}: '${id}'`,
    param,
  })

export const cardError = (body: Omit<ErrorBody, 'type'>) =>
  new ApiError(402, { type: 'card_error', ...body })

export const unauthorized = (message: string, code?: string) =>
  new ApiError(401, { type: 'invalid_request_error', message, ...(code ? { code } : {}) }, false)

export const serverError = () =>
  new ApiError(500, {
    type: 'api_error',
    message: 'An unknown error occurred (the stand-in was told to fail).',
  })
