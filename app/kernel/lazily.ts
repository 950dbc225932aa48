/**
 * Creates a value when it is first requested. For values that take milliseconds to create and that
 * most isolates never need: an object that wakes for its alarm evaluates every module that is not
 * loaded lazily.
 */
export function lazily<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
