/** What a grant would change for one address. Times are milliseconds since 1970; `null` means never. */
export type GrantChange =
  | { readonly kind: 'new'; readonly email: string; readonly to: Expiry }
  | { readonly kind: 'restored'; readonly email: string; readonly to: Expiry }
  | {
      readonly kind: 'extended';
      readonly email: string;
      readonly from: Expiry;
      readonly to: Expiry;
    }
  | {
      readonly kind: 'shortened';
      readonly email: string;
      readonly from: Expiry;
      readonly to: Expiry;
    }
  | { readonly kind: 'unchanged'; readonly email: string; readonly to: Expiry };

/** What a revocation would change for one address. `unknown`: the platform has no such reader; the address may be misspelt. */
export type RevokeChange =
  | { readonly kind: 'revoked'; readonly email: string }
  | { readonly kind: 'unchanged'; readonly email: string }
  | { readonly kind: 'unknown'; readonly email: string };

/** What a run would change for one address. */
export type AccessChange = GrantChange | RevokeChange;

/** The present state of a reader's access. */
export type AccessState = 'active' | 'expired' | 'revoked';

/** When an access ends, in milliseconds since 1970. `null`: never. */
export type Expiry = number | null;
