# One image with all of Castwire's programs; the command says which of them runs:
#
#   docker build --tag castwire .
#   docker run --rm castwire castwire --help
#
# docker-compose.yml runs the whole system from it. It takes BuildKit: DOCKER_BUILDKIT=1 where that is not the default.
ARG BUILD_IMAGE=swift:6.3-bookworm
ARG RUN_IMAGE=debian:bookworm-slim

FROM ${BUILD_IMAGE} AS toolchain
RUN apt-get update \
 && apt-get install --yes --no-install-recommends \
      gcc libbrotli-dev libc6-dev libcurl4-openssl-dev libharfbuzz-dev libsqlite3-dev libssl-dev libxml2-dev libzmq3-dev \
      libzstd-dev pkg-config rsync zlib1g-dev \
 && rm -rf /var/lib/apt/lists/*

# The sources and what was built of them are kept between builds, and rsync touches only what has another content: what
# has not changed is not compiled again, whatever the times of the files in a fresh clone.
FROM toolchain AS build
WORKDIR /castwire
RUN --mount=type=bind,target=/context --mount=type=cache,id=castwire,target=/castwire,sharing=locked \
    rsync --recursive --links --perms --checksum --delete --exclude /.build /context/ ./ \
 && swift build -c release --static-swift-stdlib -Xswiftc -use-ld=lld --product castwire-all \
 && install -D .build/release/castwire-all /programs/castwire-all \
 && strip --strip-debug /programs/castwire-all \
 && for name in feed-ingest catalog formatter castwire; do ln -s castwire-all "/programs/$name"; done

# The backtracer is the toolchain's.
FROM toolchain AS backtracer
COPY packaging/container/backtrace.c /
RUN mkdir -p /root/usr/libexec/swift/linux \
 && cp /usr/libexec/swift/linux/swift-backtrace-static /root/usr/libexec/swift/linux \
 && cc -O2 -Wall -Wextra -Werror -o /root/usr/libexec/swift/linux/backtrace /backtrace.c

FROM ${RUN_IMAGE} AS debian
RUN apt-get update \
 && apt-get install --yes --no-install-recommends \
      ca-certificates fonts-dejavu-core fonts-noto-color-emoji fonts-noto-ui-core fonts-wqy-microhei \
      libbrotli1 libcurl4 libharfbuzz0b libsqlite3-0 libssl3 libxml2 libzmq5 libzstd1 tzdata zlib1g \
 && rm -rf /var/lib/apt/lists/*
# Each service has a user of its own, which alone can read its key and its data.
RUN for user in 10000:castwire 10001:feed-ingest 10002:catalog 10003:formatter; do \
      useradd --uid "${user%:*}" --user-group --no-create-home --home-dir / --shell /usr/sbin/nologin "${user#*:}" \
      || exit 1; \
    done
COPY packaging/container/collect /usr/local/bin/

FROM debian AS root
COPY --from=build /programs /programs
RUN collect /root /programs/castwire-all && cp --no-dereference /programs/* /root/usr/bin \
 && install -d -m 711 /root/etc/castwire/keys \
 && for service in feed-ingest catalog formatter; do \
      install -d -m 700 -o "$service" -g "$service" "/root/var/lib/castwire/$service" || exit 1; \
    done

# The measuring program, which the image of the services does without: docker build --target bench .
FROM build AS bench-build
RUN --mount=type=bind,target=/context --mount=type=cache,id=castwire,target=/castwire,sharing=locked \
    rsync --recursive --links --perms --checksum --delete --exclude /.build /context/ ./ \
 && swift build -c release --static-swift-stdlib -Xswiftc -use-ld=lld --product castwire-bench \
 && cp .build/release/castwire-bench /programs && strip --strip-debug /programs/castwire-bench

FROM debian AS bench-root
COPY --from=bench-build /programs/castwire-bench /programs/
RUN collect /root /programs/castwire-bench && cp /programs/* /root/usr/bin

FROM scratch AS bench
COPY --from=bench-root /root /
USER 10000
CMD ["castwire-bench", "code"]

FROM scratch AS castwire
COPY --from=root /root /
COPY --from=backtracer /root /
# A crash writes a backtrace to the log, and the program ends as it would without.
ENV PATH=/usr/bin \
    SWIFT_BACKTRACE=enable=yes,interactive=no,color=no,registers=none,images=none,swift-backtrace=/usr/libexec/swift/linux/backtrace
USER 10000
CMD ["castwire", "--help"]
ARG VERSION=
ARG REVISION=
ARG CREATED=
LABEL org.opencontainers.image.title="Castwire" \
      org.opencontainers.image.description="Follows feeds and tells what is new or different in them, as JSON over ZeroMQ" \
      org.opencontainers.image.licenses="Apache-2.0" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}" \
      org.opencontainers.image.created="${CREATED}"
