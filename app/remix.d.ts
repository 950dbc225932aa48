import '@remix-run/cloudflare'

// Loader and action data keep their types all the way to the page (including dates and undefined).
declare module '@remix-run/cloudflare' {
  interface Future {
    v3_singleFetch: true
  }
}
