"""What ``gym env start`` runs."""

from kallos_rl.nemo_gym import KallosResourcesServer

if __name__ == "__main__":
    KallosResourcesServer.run_webserver()
