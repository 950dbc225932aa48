import '@remix-run/cloudflare'

// Loader and action data keep their types on the way to the page (dates, undefined and all).
declare module '@remix-run/cloudflare' {
  interface Future {
    v3_singleFetch: true
  }
}
