import Stripe from 'stripe'

// Slow things that no test needs.

/**
 * Maps only frames from our own sources. Stripe's client captures a stack on each call, and Vite
 * reads the whole bundle every time just to find it has no map: a tenth of these tests' total time.
 */
const map = Error.prepareStackTrace
const isOurs = (frame: NodeJS.CallSite) =>
  !/\/(?:node_modules|build)\//.test(frame.getFileName() ?? '')

Error.prepareStackTrace = (error, frames) => {
  const mapped = (frame: NodeJS.CallSite) =>
    String(map(error, [frame]))
      .split('\n')
      .at(-1)
  const lines = frames.map((frame) => (isOurs(frame) ? mapped(frame) : `    at ${frame}`))
  return [String(error), ...lines].join('\n')
}

/** Stripe's client waits half a second before its first retry. */
Object.assign(Stripe.prototype, { getInitialNetworkRetryDelay: () => 0.01 })
