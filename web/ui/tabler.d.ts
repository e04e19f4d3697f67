/** The package ships types for its barrel only. */
declare module '@tabler/icons-react/dist/esm/icons/*' {
  import type { Icon } from '@tabler/icons-react';

  const icon: Icon;
  export default icon;
}
