/**
 * Where objects are created: beside D1, which each of them writes to. The command that creates D1
 * (docs/deploy.md) names the same place (decision 0124).
 */
export const LOCATION = 'weur'
