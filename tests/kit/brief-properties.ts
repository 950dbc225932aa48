import fc from 'fast-check'

/** For `npm run test:quick`: a property is tried for this long at most. `npm test` does not stop. */
fc.configureGlobal({ interruptAfterTimeLimit: 1000 })
