import { data } from 'react-router';

/** An address nobody knows: "Page not found", with the status that says so. */
export const loader = () => {
  throw data(null, { status: 404 });
};

export default function Unknown() {
  return null;
}
