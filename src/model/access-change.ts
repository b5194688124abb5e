/** What granting would do to one address. Times are milliseconds since 1970, `null` is never. */
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

/** What revoking would do to one address. `unknown`: the platform has no such reader, perhaps it is misspelt. */
export type RevokeChange =
  | { readonly kind: 'revoked'; readonly email: string }
  | { readonly kind: 'unchanged'; readonly email: string }
  | { readonly kind: 'unknown'; readonly email: string };

/** What a run would do to one address. */
export type AccessChange = GrantChange | RevokeChange;

/** How the access of a reader stands now. */
export type AccessState = 'active' | 'expired' | 'revoked';

/** When an access ends, in milliseconds since 1970; `null`: never. */
export type Expiry = number | null;
